import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import createClient from 'openapi-fetch';
import type { paths } from '../generated/openapi-fetch/api.d.ts';

// Calls a leitor service through openapi-fetch; exits with an error at the first unexpected result.

const given = (name: string): string => {
  const value = process.env[name];
  assert(value, `${name} is not set`);
  return value;
};

const client = (address: string, token?: string) =>
  createClient<paths>({
    baseUrl: given(address),
    ...(token && { headers: { authorization: `Bearer ${given(token)}` } }),
  });

const agent = client('LEITOR_URL', 'LEITOR_AGENT_TOKEN');
const reader = client('LEITOR_URL', 'LEITOR_READER_TOKEN');
const id = Number(given('LEITOR_TICKET_ID'));

// Tags: a field with a default is optional; a tag in use cannot be deleted.
const created = await agent.POST('/support/tags', {
  body: { name: 'Feita com openapi-fetch', color: '#1D4ED8' },
});
assert.equal(created.data?.data.isDefault, false);
const inUse = await agent.DELETE('/support/tags/{id}', {
  params: { path: { id: Number(given('LEITOR_USED_TAG_ID')) } },
});
assert.equal(inUse.response.headers.get('x-error-code'), 'tag-in-use');
assert.equal(inUse.error?.message, 'Tag está em uso em tickets e não pode ser excluída');

// Attachments: openapi-typescript types files as strings, so that the form is made by hand.
const contents = await readFile(given('LEITOR_FILE'));
const form = new FormData();
form.append('arquivo', new File([contents], 'comprovante.png', { type: 'image/png' }));
const uploaded = await agent.POST('/support/{id}/anexos', {
  params: { path: { id } },
  body: { arquivo: [] },
  bodySerializer: () => form,
});
const attachment = [uploaded.data?.data].flat()[0];
assert(attachment, 'one file answers one attachment');
assert.equal(attachment.tipoArquivo, 'image/png');
const downloaded = await agent.GET('/support/anexos/{attachmentId}/download', {
  params: { path: { attachmentId: attachment.id } },
  parseAs: 'arrayBuffer',
});
assert(downloaded.data && contents.equals(new Uint8Array(downloaded.data)), 'the downloaded bytes');

// A report, and the quiz.
const report = await agent.GET('/support/relatorios/serie-temporal', {
  params: { query: { main: given('LEITOR_TICKET_CATEGORY'), agrupar_por: 'mes' } },
});
assert.equal(report.data?.data.agrupamento, 'mes');
const quiz = await reader.GET('/quiz/{id}', { params: { path: { id: given('LEITOR_QUIZ_ID') } } });
assert(quiz.data, 'the quiz');
const { questions } = quiz.data.data;
const result = await reader.POST('/quiz/submit', {
  body: {
    quizId: quiz.data.data.id,
    answers: questions.map(({ id: fieldId, options: [answer = ''] }) => ({ fieldId, answer })),
  },
});
assert.equal(result.data?.data.totalQuestions, questions.length);

// Rankings: failures of the group ranking use the field `error`.
const ranking = await client('LEITOR_STREAKS_URL').GET('/streaks/ranking/global');
assert.equal(ranking.data?.data.ranking[0]?.displayName, 'Maria Souza');
const unknown = await client('LEITOR_STREAKS_URL', 'LEITOR_READER_TOKEN').GET(
  '/streaks/groups/{groupId}/ranking',
  { params: { path: { groupId: 'nenhum' } } },
);
assert.equal(unknown.error?.error, 'Grupo não encontrado');
