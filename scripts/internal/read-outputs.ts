import { fileURLToPath } from 'node:url';
// TypeScript 7 has no API yet.
import ts from 'typescript-6';
import type { Schema } from '../sdk/schema-types.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const entry = fileURLToPath(new URL('router-types.ts', import.meta.url));

/** What calls of the internal API return, as schemas of what is sent. */
export interface OutputSchemas {
  /** By path, as `tickets.list`; undefined if a procedure returns nothing. */
  outputs: ReadonlyMap<string, Schema | undefined>;
  /** What a failed call carries. */
  failure: Schema;
}

/**
 * Reads the return types of procedures with TypeScript's checker.
 *
 * @throws Error if the router does not compile, or if a type cannot be sent as JSON
 */
export const readOutputs = (paths: readonly string[]): OutputSchemas => {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  const program = ts.createProgram([entry], options);
  const source = program.getSourceFile(entry);
  if (!source) throw new Error(`cannot read ${entry}`);
  const [problem] = program.getSemanticDiagnostics(source);
  if (problem) throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
  const checker = program.getTypeChecker();
  const exported = checker.getExportsOfModule(moduleOf(checker, source));
  const typeNamed = (name: string): ts.Type => {
    const found = exported.find((one) => one.name === name);
    if (!found) throw new Error(`${entry} exports no ${name}`);
    return checker.getDeclaredTypeOfSymbol(found);
  };
  const schemaOf = schemaReader(checker);
  const all = typeNamed('Outputs');
  const outputOf = (path: string): Schema | undefined => {
    const type = path.split('.').reduce((from, name) => {
      const property = checker.getPropertyOfType(from, name);
      if (!property) throw new Error(`the router's types have no ${path}`);
      return checker.getTypeOfSymbol(property);
    }, all);
    return isNothing(type) ? undefined : schemaOf(type, path);
  };
  return {
    outputs: new Map(paths.map((path) => [path, outputOf(path)])),
    failure: schemaOf(typeNamed('Failure'), 'failure'),
  };
};

const moduleOf = (checker: ts.TypeChecker, source: ts.SourceFile): ts.Symbol => {
  const found = checker.getSymbolAtLocation(source);
  if (!found) throw new Error(`${source.fileName} is no module`);
  return found;
};

// tRPC infers `never` for a procedure that returns nothing.
const nothing = ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Never;

const isNothing = ({ flags }: ts.Type): boolean => (flags & nothing) !== 0;

/** JSON leaves out what is undefined. */
const mayBeUndefined = (type: ts.Type): boolean =>
  type.isUnion() ? type.types.some(mayBeUndefined) : isNothing(type);

const simple: readonly [ts.TypeFlags, Schema][] = [
  [ts.TypeFlags.Any | ts.TypeFlags.Unknown, {}],
  [ts.TypeFlags.Null, { type: 'null' }],
  [ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral, { type: 'string' }],
  [ts.TypeFlags.Number, { type: 'number' }],
  [ts.TypeFlags.Boolean, { type: 'boolean' }],
];

/** Returns the schema of a type; `way` names it in errors. */
const schemaReader = (checker: ts.TypeChecker) => {
  const read = (type: ts.Type, way: string): Schema => {
    for (const [flags, schema] of simple) if (type.flags & flags) return schema;
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (type.flags & ts.TypeFlags.BooleanLiteral) {
      return { const: checker.typeToString(type) === 'true' };
    }
    if (type.isUnion()) {
      const members = type.types.filter((member) => !isNothing(member));
      return unionOf(members.map((member) => read(member, way)));
    }
    const item = checker.isArrayType(type) ? type.getNumberIndexType() : undefined;
    if (item) return { type: 'array', items: read(item, `${way}[]`) };
    if (type.getCallSignatures().length > 0) throw new Error(`${way} is a function`);
    return readObject(type, way);
  };

  const readObject = (type: ts.Type, way: string): Schema => {
    const properties = checker.getPropertiesOfType(type).toSorted(byName);
    const values = type.getStringIndexType();
    if (values && properties.length === 0) {
      return { type: 'object', additionalProperties: read(values, `${way}{}`) };
    }
    const required = properties.filter((one) => !mayBeUndefined(checker.getTypeOfSymbol(one)));
    return {
      type: 'object',
      properties: Object.fromEntries(
        properties.map((one) => [
          one.name,
          read(checker.getTypeOfSymbol(one), `${way}.${one.name}`),
        ]),
      ),
      required: required.map(({ name }) => name),
    };
  };
  return read;
};

/** As with unions, TypeScript's own order depends on what else it has read. */
const byName = (a: ts.Symbol, b: ts.Symbol): number => (a.name < b.name ? -1 : 1);

/** A union in an order of its own: TypeScript's depends on what else it has read. */
const unionOf = (members: readonly Schema[]): Schema => {
  const constants = members.flatMap((one) => ('const' in one ? [one.const] : []));
  const rest = members.filter((one) => !('const' in one));
  const isBoolean = constants.includes(true) && constants.includes(false);
  const literals = constants.filter((one) => !isBoolean || typeof one !== 'boolean');
  const parts: Schema[] = [
    ...(isBoolean ? [{ type: 'boolean' }] : []),
    ...(literals.length > 0 ? [{ enum: literals.toSorted() }] : []),
    ...rest.toSorted(byText),
  ];
  const [only] = parts;
  return parts.length === 1 && only ? only : { anyOf: parts };
};

const isNull = (schema: Schema): boolean => 'type' in schema && schema.type === 'null';

/** Null last, everything else by its text. */
const byText = (a: Schema, b: Schema): number =>
  Number(isNull(a)) - Number(isNull(b)) || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
