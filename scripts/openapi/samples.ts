import type { OpenAPIObject, OperationObject, ParameterObject, SchemaObject } from 'openapi3-ts';

/** A ready-to-run request to an operation in one language, as reference pages show it. */
export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

/** An operation with what its samples need to know. */
export interface SampleOf {
  id: string;
  method: string;
  path: string;
  operation: OperationObject;
  document: OpenAPIObject;
}

const resolved = (document: OpenAPIObject, schema: object | undefined): SchemaObject => {
  const ref = schema && '$ref' in schema ? String(schema.$ref) : undefined;
  if (!ref) return (schema ?? {}) as SchemaObject;
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  return resolved(document, document.components?.schemas?.[name]);
};

const pathParameters = ({ operation }: SampleOf): ParameterObject[] =>
  (operation.parameters ?? []).filter(
    (parameter): parameter is ParameterObject => 'in' in parameter && parameter.in === 'path',
  );

/** The values of an operation's path parameters in its samples. */
const pathValues = (sample: SampleOf): Record<string, unknown> =>
  Object.fromEntries(
    pathParameters(sample).map(({ name, schema }) => {
      const { example } = resolved(sample.document, schema);
      if (example === undefined) throw new Error(`${sample.id}: ${name} needs an example`);
      return [name, example];
    }),
  );

/** The example of an operation's JSON body; undefined if it takes none. */
const bodyOf = ({ operation, document, id }: SampleOf): Record<string, unknown> | undefined => {
  const content = (operation.requestBody as { content?: Record<string, { schema?: object }> })
    ?.content;
  const schema = content?.['application/json']?.schema;
  if (!schema) return undefined;
  const { example } = resolved(document, schema);
  if (!example) throw new Error(`${id}: its body needs an example`);
  return example;
};

const takesFiles = ({ operation }: SampleOf): boolean =>
  'multipart/form-data' in ((operation.requestBody as { content?: object })?.content ?? {});

const returnsFile = ({ operation }: SampleOf): boolean =>
  'application/octet-stream' in (operation.responses[200]?.content ?? {});

/** What the sample calls the result of an operation; undefined if it has none. */
const resultName = (sample: SampleOf): string | undefined => {
  if (returnsFile(sample)) return 'file';
  const { operation, document } = sample;
  const [success] = Object.entries(operation.responses).filter(([status]) =>
    status.startsWith('2'),
  );
  const envelope = resolved(document, success?.[1].content?.['application/json']?.schema);
  const data = envelope.properties?.data;
  if (!data) return undefined;
  const name = '$ref' in data ? data.$ref.slice(data.$ref.lastIndexOf('/') + 1) : undefined;
  if (!name) return 'items';
  return name[0]?.toLowerCase() + name.slice(1);
};

/** A JavaScript literal, short ones on one line. */
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

/** One call of the SDK's method, as in its documentation. */
export const sdkCall = (sample: SampleOf): string => {
  const input = { ...pathValues(sample), ...bodyOf(sample) };
  const names = Object.keys(input);
  const argument = takesFiles(sample)
    ? `{ ${names.map((name) => `${name}: ${literal(input[name as keyof typeof input])}`).join(', ')}, arquivo: file }`
    : names.length > 0
      ? literal(input)
      : '';
  const result = resultName(sample);
  return `${result ? `const ${result} = ` : ''}await leitor.${sample.id}(${argument});`;
};

const sdkSample = (sample: SampleOf, baseUrl: string, streaks: boolean): string =>
  [
    "import { createLeitor } from '@leitor/sdk';",
    '',
    `const leitor = createLeitor({ ${streaks ? 'streaksBaseUrl: ' : 'baseUrl: '}'${baseUrl}', token: accessToken });`.replace(
      'streaksBaseUrl',
      'baseUrl',
    ),
    sdkCall(sample),
  ].join('\n');

const curlSample = (sample: SampleOf, baseUrl: string): string => {
  const path = Object.entries(pathValues(sample)).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, String(value)),
    sample.path,
  );
  const body = bodyOf(sample);
  const secured = (sample.operation.security ?? []).length > 0;
  const parts = [
    `curl${sample.method === 'get' ? '' : ` -X ${sample.method.toUpperCase()}`} '${baseUrl}${path}'`,
    ...(secured ? ['-H "Authorization: Bearer $ACCESS_TOKEN"'] : []),
    ...(body
      ? [
          "-H 'Content-Type: application/json'",
          `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
        ]
      : []),
    ...(takesFiles(sample) ? ["-F 'arquivo=@comprovante.pdf;type=application/pdf'"] : []),
    ...(returnsFile(sample) ? ['-OJ'] : []),
  ];
  return parts.join(' \\\n  ');
};

/** The samples of an operation: the SDK, and curl. */
export const codeSamples = (sample: SampleOf, baseUrl: string): CodeSample[] => [
  { lang: 'typescript', label: '@leitor/sdk', source: sdkSample(sample, baseUrl, false) },
  { lang: 'shell', label: 'curl', source: curlSample(sample, baseUrl) },
];
