import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import {
  AnexosApi,
  Configuration,
  type Failure,
  FailureCode,
  type GroupRankingFailure,
  MeusTicketsApi,
  MyTicketAuthor,
  QuizApi,
  QuizStatus,
  RankingsApi,
  RelatoriosApi,
  ReportGrouping,
  ResponseError,
  SequenciasApi,
  TagsApi,
} from '../generated/typescript/index.ts';

// Calls a leitor service through the generated client; exits with an error at the first unexpected result.

const given = (name: string): string => {
  const value = process.env[name];
  assert(value, `${name} is not set`);
  return value;
};

/** A client configuration; the rankings may have their own address. */
const configuration = (address: string, token?: string): Configuration =>
  new Configuration({ basePath: given(address), ...(token && { accessToken: given(token) }) });

/** Expects the call to be refused and returns the response. */
const refusal = async (call: Promise<unknown>): Promise<Response> => {
  const error: unknown = await call.then(
    () => assert.fail('a call that must fail did not'),
    (reason: unknown) => reason,
  );
  assert(error instanceof ResponseError);
  return error.response;
};

const agent = configuration('LEITOR_URL', 'LEITOR_AGENT_TOKEN');
const reader = configuration('LEITOR_URL', 'LEITOR_READER_TOKEN');
const id = Number(given('LEITOR_TICKET_ID'));

// Tags: create and delete one; a tag in use cannot be deleted.
const tags = new TagsApi(agent);
const created = await tags.createTag({
  createTag: { name: 'Feita em TypeScript', color: '#1D4ED8' },
});
const tag = created.data;
assert.equal(tag.name, 'Feita em TypeScript');
assert.equal(tag.isDefault, false);
assert((await tags.listTags()).data.some((known) => known.id === tag.id));
const inUse = await refusal(tags.deleteTag({ id: Number(given('LEITOR_USED_TAG_ID')) }));
assert.equal(inUse.status, 400);
assert.equal(inUse.headers.get('x-error-code'), FailureCode.TAG_IN_USE);
const envelope: Failure = await inUse.json();
assert.deepEqual(envelope, {
  success: false,
  message: 'Tag está em uso em tickets e não pode ser excluída',
});
assert.equal((await tags.deleteTag({ id: tag.id })).success, true);

// Attachments: a download returns the uploaded bytes.
const attachments = new AnexosApi(agent);
const contents = await readFile(given('LEITOR_FILE'));
const file = (name: string) => new File([contents], name, { type: 'image/png' });
const { data: attachment } = await attachments.uploadAttachments({
  id,
  arquivo: [file('comprovante.png')],
});
assert(!Array.isArray(attachment), 'one file answers one attachment');
assert.equal(attachment.nomeArquivo, 'comprovante.png');
assert.equal(attachment.tipoArquivo, 'image/png');
const downloaded = await attachments.downloadAttachment({ attachmentId: attachment.id });
assert(contents.equals(new Uint8Array(await downloaded.arrayBuffer())), 'the downloaded bytes');
const several = await attachments.uploadAttachments({
  id,
  arquivo: [file('a.png'), file('b.png')],
});
assert(Array.isArray(several.data) && several.data.length === 2, 'two files answer a list of two');
assert.equal((await attachments.listTicketAttachments({ id })).data.length, 3);

// A report.
const report = await new RelatoriosApi(agent).getTicketTimeSeries({
  main: given('LEITOR_TICKET_CATEGORY'),
  agruparPor: ReportGrouping.Mes,
});
assert.equal(report.data.agrupamento, ReportGrouping.Mes);
assert.equal(
  report.data.serie.reduce((sum, { total }) => sum + total, 0),
  1,
);
assert.equal(report.cache.hit, false);

// The quiz: a second attempt is refused.
const quizzes = new QuizApi(reader);
const { data: quiz } = await quizzes.getQuiz({ id: given('LEITOR_QUIZ_ID') });
const answers = quiz.questions.map(({ id: fieldId, options: [answer = ''] }) => ({
  fieldId,
  answer,
}));
const attempt = { submitQuiz: { quizId: quiz.id, answers } };
const { data: result } = await quizzes.submitQuiz(attempt);
assert.equal(result.totalQuestions, 10);
assert.equal(result.correctAnswers, result.details.filter(({ isCorrect }) => isCorrect).length);
assert.equal(result.passed, result.correctAnswers >= result.minRequired);
const again = await refusal(quizzes.submitQuiz(attempt));
assert.equal(again.status, 403);
const second: Failure = await again.json();
assert.match(second.message, /^você já tentou este quiz/);

// The day of a reader: today's quiz as answered, today's reading, the own place.
const { data: today } = await quizzes.getTodaysQuiz();
assert.equal(today.status, QuizStatus.Attempted);
assert.equal(today.questions, undefined);
assert.equal(today.result?.correctAnswers, result.correctAnswers);
const streaks = configuration('LEITOR_STREAKS_URL', 'LEITOR_READER_TOKEN');
const reading = await new SequenciasApi(streaks).recordMyReading({ recordReading: {} });
assert.equal(reading.data.currentStreak, 1);
const { data: place } = await new RankingsApi(streaks).getMyRanking({ around: 2 });
assert(place.position !== null && place.position <= place.of);

// The reader's own tickets and reminder; another person's ticket is not found.
const mine = new MeusTicketsApi(reader);
const { data: opened } = await mine.createMyTicket({
  createMyTicket: { subject: 'Dúvida', body: 'Não recebi.' },
});
const { data: added } = await mine.addMyTicketMessage({
  id: opened.id,
  addMyTicketMessage: { body: 'Agora chegou.' },
});
assert.equal(added.ticketId, opened.id);
await new AnexosApi(reader).uploadAttachments({
  id: opened.id,
  arquivo: [file('foto.png')],
  mensagemId: added.id,
});
const { data: thread } = await mine.getMyTicket({ id: opened.id });
assert.deepEqual(
  thread.messages.map(({ body }) => body),
  ['Não recebi.', 'Agora chegou.'],
);
assert.equal(thread.messages[0]?.from, MyTicketAuthor.Reader);
assert.equal(thread.attachments[0]?.mensagemId, added.id);
const { data: page } = await mine.listMyTickets({ limit: 1 });
assert.equal(page.items[0]?.id, opened.id);
const { data: rest } = await mine.listMyTickets({ cursor: page.nextCursor ?? '' });
assert.deepEqual(
  rest.items.map((ticket) => ticket.id),
  [id],
);
const missing = await refusal(mine.getMyTicket({ id: opened.id + 1 }));
assert.equal(missing.headers.get('X-Error-Code'), FailureCode.TICKET_NOT_FOUND);
const reminders = new SequenciasApi(streaks);
await reminders.updateMyReminder({ myReminder: { enabled: true } });
assert.equal((await reminders.getMyReminder()).data.enabled, true);

// Rankings: the global one is public; failures of the group ranking use the field `error`.
const { data: global } = await new RankingsApi(
  configuration('LEITOR_STREAKS_URL'),
).getGlobalRanking();
assert.equal(global.ranking[0]?.displayName, 'Maria Souza');
assert.equal(global.ranking[0]?.currentStreak, 3);
const rankings = new RankingsApi(configuration('LEITOR_STREAKS_URL', 'LEITOR_READER_TOKEN'));
const { data } = await rankings.getGroupRanking({ groupId: given('LEITOR_GROUP_ID') });
assert.equal(data.group.memberCount, 2);
assert.deepEqual(
  data.ranking.map(({ displayName }) => displayName),
  ['João Pereira', 'Leitor Anônimo'],
);
assert.equal(data.ranking[1]?.lastInteractionDate, null);
const unknown = await refusal(rankings.getGroupRanking({ groupId: 'nenhum' }));
assert.equal(unknown.status, 404);
const refused: GroupRankingFailure = await unknown.json();
assert.equal(refused.error, 'Grupo não encontrado');
