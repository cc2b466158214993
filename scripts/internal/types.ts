import { jsDoc, namedType, type Schema } from '../sdk/schema-types.ts';
import type { Procedure } from './procedures.ts';

/** Turns a path into a type's name: `tickets.list` becomes `TicketsList`. */
export const typeName = (path: string): string =>
  path
    .split('.')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

/** The exported types of a procedure's input and result. */
const typesOf = ({ path, input, output }: Procedure): string =>
  [
    input && namedType(`${typeName(path)}Input`, described(input, `What \`${path}\` takes.`)),
    output && namedType(`${typeName(path)}Output`, described(output, `What \`${path}\` returns.`)),
  ]
    .filter((text) => text !== undefined)
    .join('\n');

const described = (schema: Schema, description: string): Schema =>
  '$ref' in schema ? schema : { description, ...schema };

const memberOf = (name: string, procedure: Procedure): string => {
  const { path, kind, description, input, needsInput, output } = procedure;
  const type = kind === 'query' ? 'TRPCQueryProcedure' : 'TRPCMutationProcedure';
  const taken = input ? `${typeName(path)}Input${needsInput ? '' : ' | undefined'}` : 'void';
  const returned = output ? `${typeName(path)}Output` : 'undefined';
  return [
    jsDoc(`${description}.`),
    `${name}: ${type}<{ input: ${taken}; output: ${returned}; meta: object }>;\n`,
  ].join('');
};

/**
 * The members of a router: its procedures and nested routers. `depth` is the number of path segments before
 * a procedure's own name.
 */
const membersOf = (procedures: readonly Procedure[], depth = 0): string =>
  Object.entries(Object.groupBy(procedures, ({ path }) => path.split('.')[depth] ?? ''))
    .map(([name, members = []]) => {
      const procedure = members.find(({ path }) => path.split('.').length === depth + 1);
      return procedure
        ? memberOf(name, procedure)
        : `${name}: {\n${membersOf(members, depth + 1)}};\n`;
    })
    .join('');

/** Indents lines by the number of open braces. */
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
${membersOf(procedures)}}

/** Fields that every procedure has. */
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
