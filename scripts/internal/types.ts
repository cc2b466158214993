import { jsDoc, namedType, type Schema } from '../sdk/schema-types.ts';
import type { Procedure } from './procedures.ts';

/** `tickets.list` → `TicketsList`. */
export const typeName = (path: string): string =>
  path
    .split('.')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

/** The inputs and the result of a procedure as exported types. */
const typesOf = ({ path, input, output }: Procedure): string =>
  [
    input && namedType(`${typeName(path)}Input`, described(input, `What \`${path}\` takes.`)),
    output && namedType(`${typeName(path)}Output`, described(output, `What \`${path}\` returns.`)),
  ]
    .filter((text) => text !== undefined)
    .join('\n');

const described = (schema: Schema, description: string): Schema =>
  '$ref' in schema ? schema : { description, ...schema };

/** Procedures, or routers of them, by name. */
interface Branch {
  [name: string]: Branch | Procedure;
}

const isProcedure = (node: Branch | Procedure): node is Procedure => typeof node.path === 'string';

const treeOf = (procedures: readonly Procedure[]): Branch => {
  const root: Branch = {};
  for (const procedure of procedures) {
    const names = procedure.path.split('.');
    const last = names.pop() ?? '';
    let branch = root;
    for (const name of names) {
      const next = branch[name] ?? {};
      branch[name] = next;
      if (isProcedure(next)) throw new Error(`${procedure.path}: ${name} is a procedure`);
      branch = next;
    }
    branch[last] = procedure;
  }
  return root;
};

const memberOf = (name: string, node: Branch | Procedure): string => {
  if (!isProcedure(node)) return `${name}: {\n${membersOf(node)}};\n`;
  const { path, kind, description, input, needsInput, output } = node;
  const type = kind === 'query' ? 'TRPCQueryProcedure' : 'TRPCMutationProcedure';
  const taken = input ? `${typeName(path)}Input${needsInput ? '' : ' | undefined'}` : 'void';
  const returned = output ? `${typeName(path)}Output` : 'undefined';
  return [
    jsDoc(`${description}.`),
    `${name}: ${type}<{ input: ${taken}; output: ${returned}; meta: object }>;\n`,
  ].join('');
};

const membersOf = (branch: Branch): string =>
  Object.entries(branch)
    .map(([name, node]) => memberOf(name, node))
    .join('');

/** Indents lines by the braces that are open. */
const indented = (text: string): string => {
  let depth = 0;
  return text
    .split('\n')
    .map((line) => {
      const code = line.trimStart();
      const comment = /^(\/\*|\*)/.test(code);
      if (!comment && code.startsWith('}')) depth -= 1;
      const space = code === '' ? '' : '  '.repeat(depth) + (code.startsWith('*') ? ' ' : '');
      if (!comment && code.endsWith('{')) depth += 1;
      return space + code;
    })
    .join('\n');
};

/** The module of types that `@leitor/internal` publishes. */
export const routerModule = (procedures: readonly Procedure[], failure: Schema): string =>
  indented(`// Written by \`npm run sdk\` from the internal router. Do not edit.

import type {
TRPCBuiltRouter,
TRPCMutationProcedure,
TRPCQueryProcedure,
} from '@trpc/server';

${procedures.map(typesOf).filter(Boolean).join('\n')}
${namedType('InternalFailure', described(failure, 'What a failed call carries. `data.errorCode` is the stable code.'))}
/** The procedures of the internal API. */
export interface InternalProcedures {
${membersOf(treeOf(procedures))}}

/** What every procedure shares. */
export interface InternalRoot {
ctx: object;
meta: object;
errorShape: InternalFailure;
transformer: false;
}

/** The router of the internal API, for clients of tRPC. */
export type InternalRouter = TRPCBuiltRouter<InternalRoot, Members<InternalProcedures>>;

/** An interface as a type, which a record accepts. */
type Members<T> = { [K in keyof T]: T[K] };
`);
