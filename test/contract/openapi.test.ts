import { describe, expect, it } from 'vitest';
import { contract, failures, type RouteRules } from '../../contract/index.ts';
import { buildOpenApi } from '../../scripts/openapi/document.ts';

interface Operation {
  operationId: string;
  tags: string[];
  security: object[];
  servers?: { url: string }[];
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, Answer>;
}

interface Answer {
  $ref?: string;
  description: string;
  headers: Record<string, { $ref: string }>;
  content?: Record<string, { schema: { $ref?: string }; examples?: Record<string, object> }>;
}

const apiUrl = 'https://api.exemplo.com.br';
const streaksUrl = 'https://streaks.exemplo.com.br';
const document = JSON.parse(JSON.stringify(buildOpenApi({ apiUrl, streaksUrl })));
const operations: { path: string; method: string; operation: Operation }[] = Object.entries<
  Record<string, Operation>
>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const operationOf = (id: string): Operation => {
  const found = operations.find(({ operation }) => operation.operationId === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found.operation;
};

const target = (ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);

const answerOf = (answer: Answer): Answer =>
  answer.$ref ? (target(answer.$ref) as Answer) : answer;

/** Every object of the document, with its path. */
const nodes = (node: unknown, way = '#'): { way: string; node: Record<string, unknown> }[] => {
  if (typeof node !== 'object' || node === null) return [];
  const below = Object.entries(node).flatMap(([key, child]) => nodes(child, `${way}/${key}`));
  return [{ way, node: node as Record<string, unknown> }, ...below];
};

describe('openapi.json', () => {
  it('names every operation as the contract does', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.sort()).toEqual(Object.keys(contract).sort());
  });

  it('has no dangling reference', () => {
    const refs = nodes(document).flatMap(({ node }) =>
      typeof node.$ref === 'string' ? node.$ref : [],
    );
    const mapped = nodes(document).flatMap(({ node }) => Object.values(node.mapping ?? {}));
    expect(mapped.length).toBeGreaterThan(1);
    expect(refs.length).toBeGreaterThan(100);
    for (const ref of [...refs, ...mapped]) expect(target(ref), ref).toBeTypeOf('object');
  });

  it('gives each route the security of its access', () => {
    const bearer = [{ bearer: [] }];
    for (const [id, { metadata }] of Object.entries(contract)) {
      const expected = {
        public: [],
        reader: bearer,
        agent: bearer,
        'signed-url': [{ bearer: [] }, { signedUrl: [] }],
        'quiz-generation': [{ bearer: [] }, {}],
        webhook: [],
      }[metadata.access];
      expect(operationOf(id).security, id).toEqual(expected);
    }
    expect(operationOf('getGlobalRanking').security).toEqual([]);
    expect(operationOf('downloadAttachment').security).toHaveLength(2);
  });

  it('gives the rankings their own server', () => {
    expect(document.servers.map(({ url }: { url: string }) => url)).toEqual([apiUrl]);
    const moved = operations.filter(({ operation }) => operation.servers);
    const expected = operations.filter(({ path }) => path.startsWith('/streaks/'));
    expect(moved.map(({ path }) => path)).toEqual(expected.map(({ path }) => path));
    for (const { operation } of moved) expect(operation.servers?.[0]?.url).toBe(streaksUrl);
  });

  it('lists every failure of every route, with its code and its text on that route', () => {
    for (const [id, route] of Object.entries(contract)) {
      const rules: RouteRules = route.metadata;
      for (const code of rules.failures) {
        const response = operationOf(id).responses[failures[code].status];
        const { description, content } = answerOf(response ?? { description: '', headers: {} });
        const text = rules.texts[code] ?? failures[code].message;
        expect(description, id).toContain(`\`${code}\`: ${text}`);
        expect(content?.['application/json']?.examples?.[code]).toEqual({
          value: { success: false, [rules.failureField]: text },
        });
      }
    }
  });

  it('documents the headers of every response', () => {
    for (const { operation } of operations) {
      for (const [status, answer] of Object.entries(operation.responses)) {
        const headers = Object.keys(answerOf(answer).headers);
        const where = `${operation.operationId} ${status}`;
        expect(headers, where).toEqual(expect.arrayContaining(['X-Request-Id', 'RateLimit']));
        expect(headers.includes('X-Error-Code'), where).toBe(Number(status) >= 400);
        expect(headers.includes('Retry-After'), where).toBe(['429', '503'].includes(status));
      }
    }
  });
});
