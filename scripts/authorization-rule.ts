import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ArrowFunctionExpression, type ModuleItem, type Pattern, parseSync } from '@swc/core';

// The first line of a verb says who may call it. A verb is an exported service function whose first parameter is a
// `Context`; helpers take a `CheckedContext`, a `TxContext` or the part of the context that they need.

const services = 'server/!(http|trpc|auth|clients|jobs|telemetry|idempotency|config|text)/**/*.ts';
const transport = /\/(http|trpc|wire)\.ts$/;
const checks = ['requireRole', 'requireEmail', 'anybody', 'onlyService'];

/** The verbs of a service whose first line does not say who may call them. */
export const verbsWithoutCheck = (source: string): string[] =>
  parseSync(source, { syntax: 'typescript' })
    .body.flatMap(exportedFunctions)
    .filter(({ init }) => takesContext(init.params[0]) && !checks.includes(firstCall(init) ?? ''))
    .map(({ name }) => name);

const exportedFunctions = (item: ModuleItem) =>
  item.type === 'ExportDeclaration' && item.declaration.type === 'VariableDeclaration'
    ? item.declaration.declarations.flatMap(({ id, init }) =>
        id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression'
          ? [{ name: id.value, init }]
          : [],
      )
    : [];

const takesContext = (param: Pattern | undefined): boolean => {
  const annotation = param && 'typeAnnotation' in param ? param.typeAnnotation : undefined;
  const type = annotation && 'typeAnnotation' in annotation ? annotation.typeAnnotation : undefined;
  if (typeof type !== 'object' || type.type !== 'TsTypeReference') return false;
  return type.typeName.type === 'Identifier' && type.typeName.value === 'Context';
};

/** The function that the first statement calls, be it for its result. */
const firstCall = ({ body }: ArrowFunctionExpression): string | undefined => {
  const statement = 'stmts' in body ? body.stmts[0] : undefined;
  const call =
    statement?.type === 'VariableDeclaration'
      ? statement.declarations[0]?.init
      : statement?.type === 'ExpressionStatement' && statement.expression;
  return call && call.type === 'CallExpression' && call.callee.type === 'Identifier'
    ? call.callee.value
    : undefined;
};

/** The violations in a tree, one line each. */
export const uncheckedVerbs = (root: string): string[] =>
  globSync(services, { cwd: root })
    .filter((file) => !transport.test(file))
    .flatMap((file) =>
      verbsWithoutCheck(readFileSync(join(root, file), 'utf8')).map(
        (name) => `${file}: the first line of ${name} does not say who may call it`,
      ),
    );

if (import.meta.main) {
  const missing = uncheckedVerbs(process.cwd());
  for (const line of missing) console.error(line);
  if (missing.length > 0) process.exitCode = 1;
}
