import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { attachmentTypes, contract, failures, type RouteRules } from '../../contract/index.ts';
import {
  buildOpenApi,
  committedDocuments,
  textOfDocument,
} from '../../scripts/openapi/document.ts';

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
  it.each(Object.entries(committedDocuments()))('%s is up to date', async (name, built) => {
    const committed = await readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
    expect(committed === textOfDocument(built), 'stale: run `npm run openapi`').toBe(true);
  });

  it('has the version of the specification, not that of a package', () => {
    expect(document.info.version).toBe('1.0.0');
  });

  it('has every operation once', () => {
    expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual([
      'DELETE /streaks/groups/{groupId}',
      'DELETE /streaks/groups/{groupId}/invites/{inviteId}',
      'DELETE /streaks/groups/{groupId}/members/me',
      'DELETE /streaks/groups/{groupId}/members/{memberId}',
      'DELETE /support/anexos/{attachmentId}',
      'DELETE /support/tags/{id}',
      'GET /ai/resources',
      'GET /quiz/history',
      'GET /quiz/today',
      'GET /quiz/{id}',
      'GET /quiz/{id}/result',
      'GET /streaks/groups',
      'GET /streaks/groups/{groupId}/members',
      'GET /streaks/groups/{groupId}/ranking',
      'GET /streaks/me',
      'GET /streaks/me/ranking',
      'GET /streaks/ranking/global',
      'GET /support/anexos/{attachmentId}/download',
      'GET /support/relatorios/filtros',
      'GET /support/relatorios/serie-temporal',
      'GET /support/tags',
      'GET /support/{id}/anexos',
      'PATCH /streaks/groups/{groupId}',
      'PATCH /streaks/me',
      'PATCH /support/quick-replies/{quickReplyId}',
      'POST /integrations/beehiiv',
      'POST /quiz/admin/generate',
      'POST /quiz/submit',
      'POST /streaks/groups',
      'POST /streaks/groups/join',
      'POST /streaks/groups/{groupId}/invites',
      'POST /streaks/me/readings',
      'POST /support/fast-response/lote',
      'POST /support/tags',
      'POST /support/{id}/anexos',
    ]);
  });

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

  it('discriminates the responses of a batch by their mode', () => {
    expect(document.components.schemas.BatchReplies.discriminator).toEqual({
      propertyName: 'modo',
      mapping: {
        lote_preview: '#/components/schemas/BatchPreview',
        lote_com_salvamento: '#/components/schemas/BatchSave',
      },
    });
  });

  it('requires fields with defaults only in responses', () => {
    expect(document.components.schemas.CreateTag.required).toEqual(['name', 'color']);
    expect(document.components.schemas.Tag.required).toContain('isDefault');
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
    expect(moved.map(({ path }) => path).sort()).toEqual([
      '/streaks/groups',
      '/streaks/groups',
      '/streaks/groups/join',
      '/streaks/groups/{groupId}',
      '/streaks/groups/{groupId}',
      '/streaks/groups/{groupId}/invites',
      '/streaks/groups/{groupId}/invites/{inviteId}',
      '/streaks/groups/{groupId}/members',
      '/streaks/groups/{groupId}/members/me',
      '/streaks/groups/{groupId}/members/{memberId}',
      '/streaks/groups/{groupId}/ranking',
      '/streaks/me',
      '/streaks/me',
      '/streaks/me/ranking',
      '/streaks/me/readings',
      '/streaks/ranking/global',
    ]);
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

  it('has the quiz’s text of 401 on the quiz, and the field `error` on the group ranking', () => {
    const words = (id: string) =>
      JSON.stringify(answerOf(operationOf(id).responses[401] as Answer));
    expect(words('getQuiz')).toContain('Token de autenticação inválido ou ausente');
    expect(words('listTags')).toContain('"message":"Token inválido ou expirado"');
    expect(words('getGroupRanking')).toContain('"error":"Token inválido ou expirado"');
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

  it('describes uploads as a form with files, and downloads as bytes', () => {
    const form = operationOf('uploadAttachments').requestBody?.content['multipart/form-data'];
    expect(form?.schema).toEqual({ $ref: '#/components/schemas/UploadAttachments' });
    const { arquivo } = document.components.schemas.UploadAttachments.properties;
    expect(arquivo).toMatchObject({ type: 'array', items: { type: 'string', format: 'binary' } });

    const { responses } = operationOf('downloadAttachment');
    for (const status of ['200', '206']) {
      const [first, ...others] = Object.keys(responses[status]?.content ?? {});
      expect(first).toBe('application/octet-stream');
      expect(others).toEqual([...attachmentTypes]);
      for (const { schema } of Object.values(responses[status]?.content ?? {})) {
        expect(schema).toEqual({ type: 'string', format: 'binary' });
      }
    }
    expect(responses[206]?.headers).toHaveProperty('Content-Range');
    expect(responses[304]?.content).toBeUndefined();
  });
});
