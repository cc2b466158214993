import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openQuizRoom } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin, aQuiz, clock, db, model, newsletter } = room;
// The evening in which the room begins: a test may have left its clock past midnight.
beforeEach(() => {
  clock.now = new Date(`${clock.now.toISOString().slice(0, 10)}T23:30:00Z`);
});

const get = (id: string) => admin.quiz.get.query({ id });
const draftToday = async () => get((await admin.quiz.draft.mutate()).quizId);
/** A draft of the next day. */
const aDraft = () => {
  clock.now = new Date(clock.now.getTime() + 86_400_000);
  return draftToday();
};
const listed = async (quizDate: string) =>
  (await admin.quiz.list.query()).items.filter((item) => item.quizDate === quizDate);
const storedHold = (id: string) =>
  db
    .selectFrom('quiz_drafts')
    .select(['held', 'held_reason as reason'])
    .where('id', '=', id)
    .executeTakeFirst();
const conflict = (errorCode: string, state?: string) => ({
  data: { code: 'CONFLICT', errorCode, ...(state && { state }) },
});

describe('an editor', () => {
  it('drafts, edits, holds, publishes, corrects, unpublishes and reads a quiz, and never replaces a published one', async () => {
    const editor = await room.trpc({ role: 'editor' });
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    const { quizId: id } = await editor.quiz.draft.mutate();
    await editor.quiz.edit.mutate({ id, title: 'O dia em dez perguntas' });
    await editor.quiz.hold.mutate({ id });
    await editor.quiz.publish.mutate({ id });
    const [question] = (await editor.quiz.get.query({ id })).questions;
    await editor.quiz.correct.mutate({ id, questionId: question?.id ?? '', question: 'Qual é?' });
    await expect(editor.quiz.generate.mutate({ overwrite: true })).rejects.toMatchObject({
      data: { errorCode: 'forbidden', requiredRole: 'admin' },
    });
    await editor.quiz.unpublish.mutate({ id, reason: 'engano' });
    expect((await editor.quiz.list.query()).items[0]).toMatchObject({ id, status: 'unpublished' });
  });
});

describe('a draft', () => {
  it('is listed with its edition, before the quizzes of earlier days', async () => {
    const quiz = await aQuiz();
    const draft = await aDraft();
    const { items } = await admin.quiz.list.query();
    expect(items[0]).toEqual({
      id: draft.id,
      quizDate: clock.now.toISOString().slice(0, 10),
      title: draft.title,
      description: draft.description,
      editionTitle: newsletter.editions.at(-1)?.title,
      minCorrectAnswers: 6,
      attempts: 0,
      status: 'draft',
      refused: false,
      passed: 0,
      averageCorrect: 0,
      createdAt: clock.now.toISOString(),
    });
    expect(items[1]).toMatchObject({ id: quiz.id, status: 'published' });
    expect(draft.title).not.toBe(draft.description);
    const next = await aQuiz();
    const dates = (await admin.quiz.list.query()).items.map(({ quizDate }) => quizDate);
    expect(dates.slice(0, 3)).toEqual([next.quizDate, draft.quizDate, quiz.quizDate]);
  });

  it('is published as it is, once', async () => {
    const { id: webhook } = await admin.webhooks.create.mutate({
      url: 'https://exemplo.com.br/eventos',
      events: ['quiz.published'],
    });
    const published = async () => (await admin.webhooks.deliveries.query({ id: webhook })).items;
    const draft = await aDraft();
    const [summary] = await listed(draft.quizDate);
    expect(await published()).toEqual([]);
    expect(await admin.quiz.publish.mutate({ id: draft.id })).toEqual({ quizId: draft.id });
    const { revision } = await get(draft.id);
    expect(revision).toBeGreaterThan(draft.revision);
    expect(await get(draft.id)).toEqual({ ...draft, status: 'published', revision });
    expect(await listed(draft.quizDate)).toEqual([
      { ...summary, status: 'published', createdAt: expect.any(String) },
    ]);
    expect(await published()).toHaveLength(1);
    const delivery = await db
      .selectFrom('webhook_deliveries')
      .select(['type', 'data'])
      .where('webhook_id', '=', webhook)
      .executeTakeFirst();
    const { id: quizId, quizDate, title } = draft;
    expect(delivery).toEqual({ type: 'quiz.published', data: { quizId, quizDate, title } });
    const { items } = await admin.audit.list.query({ target: `quiz:${quizId}` });
    const changes = [{ field: 'quizDate', after: quizDate }];
    expect(items.map(({ action, changes }) => ({ action, changes }))).toEqual([
      { action: 'quiz.publish', changes },
      { action: 'quiz.draft', changes },
    ]);
    const edition = await db
      .selectFrom('quizzes')
      .select('edition_id')
      .where('id', '=', quizId)
      .executeTakeFirst();
    expect(edition?.edition_id).toBe(newsletter.editions.at(-1)?.id);
  });

  it('is published late in the evening of its day, and not after midnight', async () => {
    const evening = await aDraft();
    clock.now = new Date(`${evening.quizDate}T23:59:59-03:00`);
    expect(await admin.quiz.publish.mutate({ id: evening.id })).toEqual({ quizId: evening.id });
    const late = await aDraft();
    clock.now = new Date(clock.now.getTime() + 1_000);
    await expect(admin.quiz.publish.mutate({ id: late.id })).rejects.toMatchObject(
      conflict('quiz-not-a-draft', 'outdated'),
    );
    expect(await get(late.id)).toEqual(late);
  });

  it('of a day that has a quiz is not published', async () => {
    const quiz = await aQuiz();
    const draft = await aDraft();
    await db
      .updateTable('quiz_drafts')
      .set({ quiz_date: sql<never>`${quiz.quizDate}::date` })
      .where('id', '=', draft.id)
      .execute();
    clock.now = new Date(clock.now.getTime() - 86_400_000);
    await expect(admin.quiz.publish.mutate({ id: draft.id })).rejects.toMatchObject(
      conflict('quiz-already-generated'),
    );
    expect((await get(draft.id)).status).toBe('draft');
    expect(await get(quiz.id)).toEqual(quiz);
  });
});

describe('quiz.edit', () => {
  it('changes what it names alone, as one line, and leaves other drafts and the hold', async () => {
    const other = await aDraft();
    const draft = await aDraft();
    await admin.quiz.hold.mutate({ id: draft.id });
    const expected = { ...draft, status: 'held', revision: draft.revision + 1 };
    const edits = async (edit: object, change: object) => {
      const returned = await admin.quiz.edit.mutate({ id: draft.id, ...edit });
      expect(returned.revision).toBe(expected.revision + 1);
      Object.assign(expected, change, { revision: returned.revision });
      expect(await get(draft.id)).toEqual(expected);
      const { title, description, questions } = expected;
      expect(returned).toMatchObject({ id: draft.id, title, description });
      expect(returned.questions.map(({ question }) => question)).toEqual(
        questions.map(({ question }) => question),
      );
    };
    await edits({ title: ' Outro\n título ' }, { title: 'Outro título' });
    await edits({ description: 'Outra\t descrição' }, { description: 'Outra descrição' });
    const [first, second, third, ...rest] = draft.questions;
    const asked = { ...first, question: 'Qual é a capital?' };
    await edits(
      { questions: [{ id: first?.id, question: 'Qual é  a capital? ' }] },
      { questions: [asked, second, third, ...rest] },
    );
    const explained = { ...second, explanation: 'Porque sim.' };
    await edits(
      { questions: [{ id: second?.id, explanation: ' Porque sim.' }] },
      { questions: [asked, explained, third, ...rest] },
    );
    const options = ['Um', 'Dois', 'Três', 'Quatro'];
    await edits(
      {
        questions: [{ id: third?.id, options: [' Um', ...options.slice(1)], correctAnswer: 'um' }],
      },
      { questions: [asked, explained, { ...third, options, correctAnswer: 'Um' }, ...rest] },
    );
    const [chosen = ''] = first?.options.filter((option) => option !== first.correctAnswer) ?? [];
    await edits(
      { questions: [{ id: first?.id, correctAnswer: chosen }] },
      {
        questions: [
          { ...asked, correctAnswer: chosen },
          explained,
          { ...third, options, correctAnswer: 'Um' },
          ...rest,
        ],
      },
    );
    expect(await get(other.id)).toEqual(other);
    const { items } = await admin.audit.list.query({
      target: `quiz:${draft.id}`,
      action: 'quiz.edit',
    });
    expect(items.map(({ changes }) => changes)).toEqual(Array.from({ length: 6 }, () => []));
  });

  it('stores what breaks a rule, says which, and refuses to publish it', async () => {
    const { id, questions } = await aDraft();
    const [first, second] = questions;
    const edit = async (change: object) =>
      (await admin.quiz.edit.mutate({ id, ...change })).findings;
    expect(await edit({ description: ' ' })).toEqual(['description está vazio.']);
    await expect(admin.quiz.publish.mutate({ id })).rejects.toMatchObject(
      conflict('quiz-unfinished'),
    );
    expect(
      await edit({
        description: 'Dez perguntas',
        questions: [{ id: second?.id, correctAnswer: 'nenhuma', question: first?.question }],
      }),
    ).toEqual(['Há perguntas repetidas.', 'questions.1.correctAnswer não é uma das opções.']);
    expect((await get(id)).questions[1]?.correctAnswer).toBe('nenhuma');
  });
});

describe('quiz.hold', () => {
  it('holds that draft alone, with its reason until it is let go', async () => {
    const other = await aDraft();
    const { id } = await aDraft();
    await admin.quiz.hold.mutate({ id, reason: 'a resposta 3' });
    expect(await storedHold(id)).toEqual({ held: true, reason: 'a resposta 3' });
    expect(await storedHold(other.id)).toEqual({ held: false, reason: null });
    await admin.quiz.edit.mutate({ id, title: 'Outro título' });
    expect(await storedHold(id)).toEqual({ held: true, reason: 'a resposta 3' });
    expect((await listed(other.quizDate))[0]?.status).toBe('draft');
    await admin.quiz.hold.mutate({ id: other.id, reason: 'espera' });
    await admin.quiz.hold.mutate({ id, held: false, reason: 'está certa' });
    expect(await storedHold(id)).toEqual({ held: false, reason: null });
    expect(await storedHold(other.id)).toEqual({ held: true, reason: 'espera' });
    await admin.quiz.publish.mutate({ id });
    await expect(admin.quiz.hold.mutate({ id })).rejects.toMatchObject(
      conflict('quiz-not-a-draft', 'published'),
    );
    // Publishing leaves the drafts of other days.
    expect((await get(other.id)).status).toBe('held');
  });
});

describe('quiz.draft', () => {
  it('refuses a second draft of the day, and replaces it if it may overwrite', async () => {
    const earlier = await aDraft();
    const draft = await aDraft();
    await admin.quiz.hold.mutate({ id: draft.id });
    const asked = model.requests.length;
    await expect(admin.quiz.draft.mutate()).rejects.toMatchObject(
      conflict('quiz-already-generated'),
    );
    expect(model.requests).toHaveLength(asked);
    const { quizId } = await admin.quiz.draft.mutate({ overwrite: true });
    expect((await get(quizId)).status).toBe('draft');
    await expect(get(draft.id)).rejects.toMatchObject({ data: { errorCode: 'quiz-not-found' } });
    expect(await get(earlier.id)).toEqual(earlier);
    expect(await listed(draft.quizDate)).toMatchObject([{ id: quizId }]);
  });

  it('refuses a day that has a quiz, whether it may overwrite or not', async () => {
    const quiz = await aQuiz();
    const asked = model.requests.length;
    for (const overwrite of [false, true]) {
      await expect(admin.quiz.draft.mutate({ overwrite })).rejects.toMatchObject(
        conflict('quiz-already-generated'),
      );
    }
    expect(model.requests).toHaveLength(asked);
    expect(await get(quiz.id)).toEqual(quiz);
  });

  it('stores one draft for two concurrent requests', async () => {
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    const outcomes = await Promise.allSettled([admin.quiz.draft.mutate(), draftToday()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: conflict('quiz-already-generated'),
    });
  });

  it('keeps a draft that an editor began meanwhile', async () => {
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    const asked = model.requests.length;
    const release = model.hold();
    const refused = expect(admin.quiz.draft.mutate()).rejects.toMatchObject(
      conflict('quiz-already-generated'),
    );
    await expect.poll(() => model.requests.length).toBeGreaterThan(asked);
    const { quizId: id } = await admin.quiz.draft.mutate({ blank: true });
    await admin.quiz.edit.mutate({ id, title: 'De uma pessoa' });
    release();
    await refused;
    expect((await get(id)).title).toBe('De uma pessoa');
  });

  it('is replaced by a quiz that is generated, and drafts of other days stay', async () => {
    const earlier = await aDraft();
    for (const overwrite of [false, true]) {
      const draft = await aDraft();
      const { quizId } = await admin.quiz.generate.mutate({ overwrite });
      expect(quizId).not.toBe(draft.id);
      await expect(get(draft.id)).rejects.toMatchObject({ data: { errorCode: 'quiz-not-found' } });
      expect(await listed(draft.quizDate)).toMatchObject([{ id: quizId, status: 'published' }]);
    }
    expect(await get(earlier.id)).toEqual(earlier);
  });
});
