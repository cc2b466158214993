import type { OpenAPIObject, OperationObject, ReferenceObject, SchemaObject } from 'openapi3-ts';
import {
  bodySchema,
  parametersIn,
  refName,
  returnsFile,
  schemaNamed,
  takesFiles,
} from './read-document.ts';

/** An operation with the inputs of its samples. */
interface SampleOf {
  id: string;
  operation: OperationObject;
  document: OpenAPIObject;
}

const resolved = (
  document: OpenAPIObject,
  schema: SchemaObject | ReferenceObject,
): SchemaObject => {
  const name = refName(schema);
  return name ? schemaNamed(document, name) : schema;
};

/** The values of the path parameters in an operation's samples. */
const pathValues = (sample: SampleOf): Record<string, unknown> =>
  Object.fromEntries(
    parametersIn(sample.operation, 'path').map(({ name, schema = {} }) => {
      const { example } = resolved(sample.document, schema);
      if (example === undefined) throw new Error(`${sample.id}: ${name} needs an example`);
      return [name, example];
    }),
  );

/** The example of an operation's JSON body; undefined if it has none. */
const bodyOf = ({ operation, document, id }: SampleOf): Record<string, unknown> | undefined => {
  const schema = bodySchema(operation, 'application/json');
  if (!schema) return undefined;
  const { example } = resolved(document, schema);
  if (!example) throw new Error(`${id}: its body needs an example`);
  return example;
};

/** The variable that holds an operation's result; undefined if there is no result. */
const resultName = (sample: SampleOf): string | undefined => {
  if (returnsFile(sample.operation)) return 'file';
  const { operation, document } = sample;
  const [success] = Object.entries(operation.responses).filter(([status]) =>
    status.startsWith('2'),
  );
  const envelope = resolved(document, success?.[1].content?.['application/json']?.schema ?? {});
  const data = envelope.properties?.data;
  if (!data) return undefined;
  const name = refName(data);
  if (!name) return 'items';
  return name[0]?.toLowerCase() + name.slice(1);
};

/** A JavaScript literal, on one line if it is short. */
const literal = (value: unknown, indent = ''): string => {
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([key, item]) => `${key}: ${literal(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  const flat = `${open}${parts.join(', ')}${close}`;
  if (flat.length <= 60 && !flat.includes('\n')) return flat;
  return `${open.trim()}\n${parts.map((part) => `${inner}${part},`).join('\n')}\n${indent}${close.trim()}`;
};

/** A call of the SDK's method for an operation. */
export const sdkCall = (sample: SampleOf): string => {
  const input = { ...pathValues(sample), ...bodyOf(sample) };
  const names = Object.keys(input);
  const argument = takesFiles(sample.operation)
    ? `{ ${names.map((name) => `${name}: ${literal(input[name as keyof typeof input])}`).join(', ')}, arquivo: file }`
    : names.length > 0
      ? literal(input)
      : '';
  const result = resultName(sample);
  return `${result ? `const ${result} = ` : ''}await leitor.${sample.id}(${argument});`;
};
