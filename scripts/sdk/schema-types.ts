import type { ReferenceObject } from 'openapi3-ts';

/** The part of an OpenAPI 3.1 schema that the contract uses. */
export interface InlineSchema {
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  default?: unknown;
  additionalProperties?: boolean | Schema;
  /** The members that are required, by the value of the member that tells them apart. */
  'x-variants'?: { by: string; required: Record<string, readonly string[]> };
}

/** A schema of the document, or a reference to one. */
export type Schema = InlineSchema | ReferenceObject;

const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

const isReference = (schema: Schema): schema is ReferenceObject => '$ref' in schema;

/** The lines of an indented JSDoc comment; empty without a text. */
export const jsDoc = (text: string | undefined, indent = ''): string => {
  if (!text) return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return [
    `${indent}/**`,
    ...lines.map((line) => `${indent} * ${line}`.trimEnd()),
    `${indent} */\n`,
  ].join('\n');
};

/** The TypeScript type of a schema. @throws Error if the schema uses an unsupported feature */
export const typeOf = (schema: Schema): string => {
  if (isReference(schema)) return refName(schema.$ref);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives) return nullable(schema, alternatives.map(typeOf).join(' | '));
  if (schema.allOf) return schema.allOf.map(typeOf).join(' & ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) {
    return nullable(schema, schema.enum.map((value) => JSON.stringify(value)).join(' | '));
  }
  if (schema.type === 'null') return 'null';
  const types = [schema.type].flat().filter((type) => type !== 'null');
  return nullable(schema, types.map((type) => plainType(schema, type)).join(' | '));
};

const nullable = (schema: InlineSchema, type: string): string => {
  const isNullable = [schema.type].flat().includes('null');
  return isNullable && !/\bnull\b/.test(type) ? `${type} | null` : type;
};

const plainType = (schema: InlineSchema, type: string | undefined): string => {
  switch (type) {
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
    case 'null':
      return type;
    case 'array':
      return listType(schema.items ?? {});
    case 'object':
      if (schema.properties) return `{\n${membersOf(schema).join('')}}`;
      return recordType(schema.additionalProperties);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`no type for a schema of type ${type}`);
  }
};

const listType = (items: Schema): string => {
  const type = typeOf(items);
  // A caller may send one file, an array, or the FileList of an input element.
  if (type === 'Blob') return 'Blob | ArrayLike<Blob>';
  return /[ |&]/.test(type) ? `(${type})[]` : `${type}[]`;
};

const recordType = (values: Schema | boolean | undefined): string =>
  `Record<string, ${typeof values === 'object' ? typeOf(values) : 'unknown'}>`;

/** The members of an object type, one text each. */
export const membersOf = (schema: InlineSchema): string[] => {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, property]) =>
    memberOf(name, property, required.has(name)),
  );
};

/** One member of an object type with its JSDoc. */
export const memberOf = (
  name: string,
  schema: Schema,
  required: boolean,
  text?: string,
): string => {
  const key = /^[\w$]+$/.test(name) ? name : JSON.stringify(name);
  const words = text ?? ('description' in schema ? schema.description : undefined);
  const optional = required ? '' : '?';
  // An optional input accepts undefined, even under exactOptionalPropertyTypes.
  const type = `${typeOf(schema)}${required ? '' : ' | undefined'}`;
  return `${jsDoc(words, '  ')}  ${key}${optional}: ${type};\n`;
};

/** A union of an object's variants; each lacks what only others have. */
const variantsOf = ({ 'x-variants': variants, ...schema }: InlineSchema): string => {
  const { by, required } = variants ?? { by: '', required: {} };
  const own = new Set(Object.values(required).flat());
  const entries = Object.entries(schema.properties ?? {});
  const common = entries.filter(([name]) => name !== by && !own.has(name));
  const base = typeOf({ ...schema, properties: Object.fromEntries(common) });
  const alternatives = Object.entries(required).map(([value, needed]) => {
    const members = [...own].map((name) =>
      needed.includes(name)
        ? memberOf(name, schema.properties?.[name] ?? {}, true)
        : `  ${name}?: undefined;\n`,
    );
    return `{\n${memberOf(by, { const: value }, true)}${members.join('')}}`;
  });
  return `${base} & (\n  | ${alternatives.join('\n  | ')}\n)`;
};

/** The exported type of a named schema. */
export const namedType = (name: string, schema: Schema): string => {
  if (isReference(schema)) return `export type ${name} = ${typeOf(schema)};\n`;
  const words = schema.description;
  if (schema['x-variants']) return `${jsDoc(words)}export type ${name} = ${variantsOf(schema)};\n`;
  return schema.properties && !schema.oneOf && !schema.allOf
    ? `${jsDoc(words)}export interface ${name} {\n${membersOf(schema).join('')}}\n`
    : `${jsDoc(words)}export type ${name} = ${typeOf(schema)};\n`;
};
