import { simpleParser } from 'mailparser';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startSmtpSandbox } from '../../../scripts/sandbox/smtp.ts';
import { alertEditors } from '../../../server/quiz/alerts.ts';
import { ageRuns } from '../../support/age.ts';
import { openQuizRoom } from '../quiz-fixtures.ts';

const smtp = await startSmtpSandbox();
const room = await openQuizRoom({
  SMTP_URL: smtp.url,
  MAIL_FROM: 'leitor@exemplo.com.br',
  QUIZ_REVIEW_AT: '08:00',
  QUIZ_ALERT_TO: 'editora@exemplo.com.br, chefe@exemplo.com.br',
  SANDBOX: 'off',
});
afterAll(async () => {
  await room.close();
  await smtp.close();
});
const { admin, model, newsletter } = room;
const { editions } = newsletter;
const title = editions.at(-1)?.title;

/** Moves the clock to a time of the present day (São Paulo) and lets the jobs run. */
const at = async (time: string): Promise<void> => {
  const day = new Date(room.clock.now.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
  const moment = new Date(`${day}T${time}:00-03:00`);
  await ageRuns(room.db, moment.getTime() - room.clock.now.getTime());
  room.clock.now = moment;
  await room.service.jobs.tick();
};
beforeEach(async () => {
  room.nextDay();
  await at('07:00');
  newsletter.editions = editions;
  smtp.mails.length = 0;
});
const today = () => admin.quiz.today.query();
const withHtml = (html: string) => {
  newsletter.editions = editions.map((edition) => ({ ...edition, html }));
};
const lastFailure = async () => {
  await expect(admin.quiz.draft.mutate({ overwrite: true })).rejects.toThrow();
  return (await today()).lastFailure;
};
const subjects = () =>
  Promise.all(smtp.mails.map(async ({ source }) => (await simpleParser(source)).subject));

describe('quiz.today', () => {
  it.each<[string, string | undefined, () => void]>([
    ['newsletter-unavailable', undefined, () => newsletter.next('down', 'down', 'down')],
    ['newsletter-unavailable', title, () => newsletter.next('well', 'cut', 'cut', 'cut')],
    ['no-edition', undefined, () => (newsletter.editions = [])],
    ['edition-empty', title, () => newsletter.next('well', 'no-web-content')],
    ['edition-empty', title, () => withHtml('<img src="x"><style>p { color: red }</style>')],
    ['edition-too-short', title, () => withHtml('<p>Bom dia!</p>')],
    ['edition-malformed', undefined, () => newsletter.next('wrong-shape')],
    ['edition-malformed', title, () => newsletter.next('well', 'not-json')],
    ['edition-malformed', title, () => newsletter.next('well', 'huge')],
    ['model-unavailable', title, () => model.next('down', 'down', 'down')],
    ['quiz-refused', title, () => model.next('twin-options', 'nine-questions')],
  ])('tells %s about the edition %s', async (reason, edition, fail) => {
    fail();
    const failure = await lastFailure();
    expect(failure).toEqual({
      at: room.clock.now.toISOString(),
      reason,
      ...(edition !== undefined && { edition }),
    });
  });

  it('forgets a failure once a draft is made, not when one is begun by hand', async () => {
    newsletter.editions = [];
    await lastFailure();
    await admin.quiz.draft.mutate({ blank: true });
    expect(await today()).toMatchObject({ lastFailure: { reason: 'no-edition' } });
    newsletter.editions = editions;
    await admin.quiz.draft.mutate({ overwrite: true });
    expect(await today()).toMatchObject({ lastFailure: null });
  });

  it('tells no failure of another day, nor one of a service that stops', async () => {
    newsletter.editions = [];
    await lastFailure();
    room.nextDay();
    expect(await today()).toMatchObject({ lastFailure: null });
    const stopping = AbortSignal.abort();
    const { draftQuiz } = await import('../../../server/quiz/generation/drafting.ts');
    await expect(
      draftQuiz(room.service.contextFor('test'), { signal: stopping }),
    ).rejects.toThrow();
    expect(await today()).toMatchObject({ lastFailure: null });
  });
});

describe('editors are told', () => {
  it('once of a scheduled draft that failed, and once of a missing quiz', async () => {
    const { id } = await admin.webhooks.create.mutate({
      url: 'https://exemplo.com.br/eventos',
      events: ['quiz.draft-failed', 'quiz.missing'],
    });
    withHtml('<p>Bom dia!</p>');
    await at('08:00');
    await at('08:01');
    const { quizDate, lastFailure: failure } = await today();
    expect(failure).toMatchObject({ reason: 'edition-too-short', edition: title });
    expect(smtp.mails.map(({ to }) => to)).toEqual([
      ['editora@exemplo.com.br', 'chefe@exemplo.com.br'],
    ]);
    const { text = '' } = await simpleParser(smtp.mails[0]?.source ?? '');
    expect(text).toContain(title);
    await at('12:00');
    await admin.jobs.run.mutate({ name: 'alert-editors' });
    await admin.jobs.run.mutate({ name: 'alert-editors' });
    expect(await subjects()).toHaveLength(2);
    const { items } = await admin.webhooks.deliveries.query({ id });
    expect(items.map(({ type }) => type)).toEqual(['quiz.missing', 'quiz.draft-failed']);
    const [draft] = await room.db
      .selectFrom('webhook_deliveries')
      .select('data')
      .where('type', '=', 'quiz.draft-failed')
      .execute();
    expect(draft?.data).toEqual({ quizDate, reason: 'edition-too-short', edition: title });
    await admin.webhooks.delete.mutate({ id });
  });

  it('of nothing if the quiz is there at noon, or the job at noon has not run yet', async () => {
    await at('08:00');
    await at('12:10');
    expect(await subjects()).toEqual([]);
    room.nextDay();
    const { quizDate } = await today();
    room.clock.now = new Date(`${quizDate}T17:59:59-03:00`);
    const ctx = room.service.contextFor('test');
    await alertEditors(ctx, ['a@exemplo.com.br'], new AbortController().signal);
    expect(await subjects()).toEqual([]);
  });

  it('by one mail, even if it may not have arrived; again if it was certainly not sent', async () => {
    newsletter.editions = [];
    room.clock.now = new Date(`${(await today()).quizDate}T18:00:00-03:00`);
    const ctx = room.service.contextFor('test');
    const outcomes = ['postponed', 'unknown', 'sent'] as const;
    const asked: unknown[] = [];
    const send = async (mail: unknown) => {
      asked.push(mail);
      return { outcome: outcomes[asked.length - 1] ?? 'sent', reason: '421' } as const;
    };
    const mail = ctx.mail && { ...ctx.mail, send };
    const { signal } = new AbortController();
    for (const _ of [1, 2, 3, 4]) {
      await alertEditors({ ...ctx, mail }, ['a@exemplo.com.br'], signal);
    }
    expect(asked).toHaveLength(2);
  });
});

describe('a hold of the day', () => {
  const hold = async (reason: string) => {
    const { quizId } = await admin.quiz.draft.mutate();
    await admin.quiz.hold.mutate({ id: quizId, reason });
    return quizId;
  };

  it.each([
    ['blank', { blank: true, overwrite: true }],
    ['new', { overwrite: true }],
  ])('holds a %s draft, too', async (_, draft) => {
    await hold('a edição muda');
    const { quizId } = await admin.quiz.draft.mutate(draft);
    expect(await room.get(quizId)).toMatchObject({ status: 'held', reason: 'a edição muda' });
    expect(await today()).toMatchObject({ held: { reason: 'a edição muda' } });
  });

  it('outlives its draft: noon generates none, and the next one is held', async () => {
    await admin.quiz.discard.mutate({ id: await hold('feriado') });
    await at('12:05');
    expect(await today()).toMatchObject({
      missing: true,
      reason: 'held',
      held: { reason: 'feriado' },
      quizId: null,
    });
    const { quizId } = await admin.quiz.draft.mutate();
    expect(await room.get(quizId)).toMatchObject({ status: 'held' });
    await admin.quiz.publish.mutate({ id: quizId });
    expect(await today()).toMatchObject({ missing: false, held: null });
  });

  it('ends when a draft is released', async () => {
    await admin.quiz.hold.mutate({ id: await hold('x'), held: false });
    const { quizId } = await admin.quiz.draft.mutate({ overwrite: true });
    expect(await room.get(quizId)).toMatchObject({ status: 'draft', reason: null });
  });
});
