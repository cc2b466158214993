import type { OpenAPIObject, OperationObject, ParameterObject, SchemaObject } from 'openapi3-ts';

/** The name that a reference points to; undefined if the schema is not a reference. */
export const refName = (schema: object | undefined): string | undefined =>
  schema && '$ref' in schema ? String(schema.$ref).split('/').at(-1) : undefined;

/** The schema of a document with this name. @throws Error if there is none */
export const schemaNamed = (document: OpenAPIObject, name: string): SchemaObject => {
  const schema = document.components?.schemas?.[name];
  if (!schema || '$ref' in schema) throw new Error(`no schema ${name}`);
  return schema;
};

/** The parameters of an operation, all or only those in one place. */
export const parametersIn = (operation: OperationObject, place?: string): ParameterObject[] =>
  (operation.parameters ?? [])
    .filter((parameter): parameter is ParameterObject => 'in' in parameter)
    .filter((parameter) => place === undefined || parameter.in === place);

/** The schema of a request body with this media type. */
export const bodySchema = (operation: OperationObject, type: string): object | undefined => {
  const { requestBody } = operation;
  return requestBody && 'content' in requestBody ? requestBody.content[type]?.schema : undefined;
};

/** Returns true if an operation accepts a form with files. */
export const takesFiles = (operation: OperationObject): boolean =>
  bodySchema(operation, 'multipart/form-data') !== undefined;

/** Returns true if an operation returns a file. */
export const returnsFile = (operation: OperationObject): boolean =>
  'application/octet-stream' in (operation.responses[200]?.content ?? {});
