import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openQuizRoom, refusal } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { actsOn, admin, aDraft, aQuiz, clock, db, get, model, newsletter, nextDay } = room;
// The evening in which the room begins: a test may have left its clock past midnight.
beforeEach(() => {
  clock.now = new Date(`${clock.now.toISOString().slice(0, 10)}T23:30:00Z`);
});

const listed = async (quizDate: string) =>
  (await admin.quiz.list.query()).items.filter((item) => item.quizDate === quizDate);

describe('a draft', () => {
  it('is listed with its edition, before the quizzes of earlier days', async () => {
    const quiz = await aQuiz();
    const draft = await aDraft();
    const next = await aQuiz();
    const { items } = await admin.quiz.list.query();
    expect(items.slice(0, 3)).toMatchObject([
      { id: next.id, status: 'published' },
      {
        id: draft.id,
        title: draft.title,
        description: draft.description,
        editionTitle: newsletter.editions.at(-1)?.title,
        minCorrectAnswers: 6,
        attempts: 0,
        status: 'draft',
        refused: false,
      },
      { id: quiz.id },
    ]);
  });

  it('is published as it is, once, with an event', async () => {
    const { id: webhook } = await admin.webhooks.create.mutate({
      url: 'https://exemplo.com.br/eventos',
      events: ['quiz.published'],
    });
    const draft = await aDraft();
    expect(await admin.quiz.publish.mutate({ id: draft.id })).toEqual({ quizId: draft.id });
    const { revision, ...published } = await get(draft.id);
    expect(revision).toBeGreaterThan(draft.revision);
    expect(published).toEqual({ ...published, ...draft, status: 'published', revision: undefined });
    expect(await listed(draft.quizDate)).toMatchObject([{ id: draft.id, status: 'published' }]);
    const deliveries = await db
      .selectFrom('webhook_deliveries')
      .select(['type', 'data'])
      .where('webhook_id', '=', webhook)
      .execute();
    const { id: quizId, quizDate, title } = draft;
    expect(deliveries).toEqual([{ type: 'quiz.published', data: { quizId, quizDate, title } }]);
    const day = { field: 'quizDate', after: quizDate };
    expect(await actsOn(quizId)).toEqual([
      ['quiz.publish', day],
      ['quiz.draft', day],
    ]);
  });

  it('is published late in the evening of its day, and not after midnight', async () => {
    const evening = await aDraft();
    clock.now = new Date(`${evening.quizDate}T23:59:59-03:00`);
    expect(await admin.quiz.publish.mutate({ id: evening.id })).toEqual({ quizId: evening.id });
    const late = await aDraft();
    clock.now = new Date(clock.now.getTime() + 1_000);
    await expect(admin.quiz.publish.mutate({ id: late.id })).rejects.toMatchObject(
      refusal('quiz-not-a-draft', 'outdated'),
    );
    expect(await get(late.id)).toEqual(late);
  });

  it('deletes a draft, whose act names its day, and no published quiz', async () => {
    const { id, quizDate } = await aDraft();
    await admin.quiz.discard.mutate({ id });
    expect((await actsOn(id))[0]).toEqual([
      'quiz.discard',
      { field: 'quizDate', before: quizDate },
    ]);
    const quiz = await aQuiz();
    await expect(admin.quiz.discard.mutate({ id: quiz.id })).rejects.toMatchObject(
      refusal('quiz-not-a-draft', 'published'),
    );
    expect(await get(quiz.id)).toEqual(quiz);
  });
});

describe('quiz.edit', () => {
  it('changes what it names alone, as one line, and leaves other drafts and the hold', async () => {
    const other = await aDraft();
    const draft = await aDraft();
    const { id } = draft;
    await admin.quiz.hold.mutate({ id });
    const [first, second, third, ...rest] = draft.questions;
    if (!first || !second || !third) throw new Error('too few questions');
    const options = ['Um', 'Dois', 'Três', 'Quatro'];
    for (const edit of [
      { title: ' Outro\n título ' },
      { description: 'Outra\t descrição' },
      { questions: [{ id: first.id, question: 'Qual é  a capital? ' }] },
      { questions: [{ id: second.id, explanation: ' Porque sim.' }] },
      {
        questions: [{ id: third.id, options: [' Um', ...options.slice(1)], correctAnswer: 'um' }],
      },
    ]) {
      const { revision } = await get(id);
      expect(await admin.quiz.edit.mutate({ id, ...edit })).toMatchObject({
        revision: revision + 1,
        held: true,
      });
    }
    expect(await get(id)).toMatchObject({
      title: 'Outro título',
      description: 'Outra descrição',
      status: 'held',
      questions: [
        { ...first, question: 'Qual é a capital?' },
        { ...second, explanation: 'Porque sim.' },
        { ...third, options, correctAnswer: 'Um' },
        ...rest,
      ],
    });
    expect(await get(other.id)).toEqual(other);
    expect((await actsOn(id))[0]).toEqual(['quiz.edit']);
  });

  it('refuses questions that are not in the draft, and an order without each of them', async () => {
    const { id, questions } = await aDraft();
    const ids = questions.map((question) => question.id);
    for (const edit of [
      { questions: [{ id: crypto.randomUUID(), question: 'de outro quiz?' }] },
      { order: ids.slice(1) },
      { order: ids.map(() => ids[0] ?? '') },
    ]) {
      await expect(admin.quiz.edit.mutate({ id, ...edit })).rejects.toMatchObject({
        data: { code: 'BAD_REQUEST' },
      });
    }
    expect((await get(id)).questions).toEqual(questions);
  });
});

describe('quiz.hold', () => {
  it('holds that draft alone, with its reason until it is let go', async () => {
    const other = await aDraft();
    const { id } = await aDraft();
    const stateOf = async (draft: string) => {
      const { status, reason } = await get(draft);
      return [status, reason];
    };
    await admin.quiz.hold.mutate({ id, reason: 'a resposta 3' });
    expect(await stateOf(id)).toEqual(['held', 'a resposta 3']);
    expect(await stateOf(other.id)).toEqual(['draft', null]);
    await admin.quiz.hold.mutate({ id, held: false, reason: 'está certa' });
    expect(await stateOf(id)).toEqual(['draft', null]);
    expect((await actsOn(id)).slice(0, 2)).toEqual([
      ['quiz.hold', { field: 'held', before: true, after: false }],
      ['quiz.hold', { field: 'held', before: false, after: true }],
    ]);
    await admin.quiz.publish.mutate({ id });
    await expect(admin.quiz.hold.mutate({ id })).rejects.toMatchObject(
      refusal('quiz-not-a-draft', 'published'),
    );
    // Publishing leaves the drafts of other days.
    expect(await stateOf(other.id)).toEqual(['draft', null]);
  });
});

describe('quiz.draft', () => {
  it('refuses a second draft of the day, and replaces a held one by a held one if it may overwrite', async () => {
    const earlier = await aDraft();
    const draft = await aDraft();
    await admin.quiz.hold.mutate({ id: draft.id, reason: 'a pergunta 3' });
    const asked = model.requests.length;
    await expect(admin.quiz.draft.mutate()).rejects.toMatchObject(
      refusal('quiz-already-generated'),
    );
    expect(model.requests).toHaveLength(asked);
    const { quizId } = await admin.quiz.draft.mutate({ overwrite: true });
    expect(await listed(draft.quizDate)).toMatchObject([{ id: quizId, status: 'held' }]);
    expect(await get(quizId)).toMatchObject({ reason: 'a pergunta 3' });
    expect(await get(earlier.id)).toEqual(earlier);
  });

  it('refuses a day that has a quiz, whether it may overwrite or not', async () => {
    const quiz = await aQuiz();
    const asked = model.requests.length;
    for (const overwrite of [false, true]) {
      await expect(admin.quiz.draft.mutate({ overwrite })).rejects.toMatchObject(
        refusal('quiz-already-generated'),
      );
    }
    expect(model.requests).toHaveLength(asked);
    expect(await get(quiz.id)).toEqual(quiz);
  });

  it('stores one draft for two concurrent requests', async () => {
    nextDay();
    const outcomes = await Promise.allSettled([
      admin.quiz.draft.mutate(),
      admin.quiz.draft.mutate(),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: refusal('quiz-already-generated'),
    });
  });

  it('is replaced by a quiz that is generated, and drafts of other days stay', async () => {
    const earlier = await aDraft();
    for (const overwrite of [false, true]) {
      const draft = await aDraft();
      const { quizId } = await admin.quiz.generate.mutate({ overwrite });
      expect(quizId).not.toBe(draft.id);
      expect(await listed(draft.quizDate)).toMatchObject([{ id: quizId, status: 'published' }]);
    }
    expect(await get(earlier.id)).toEqual(earlier);
  });
});

it('an editor publishes a quiz, and does not replace it', async () => {
  const editor = await room.trpc({ role: 'editor' });
  const { id } = await aDraft();
  await editor.quiz.publish.mutate({ id });
  await expect(editor.quiz.generate.mutate({ overwrite: true })).rejects.toMatchObject({
    data: { errorCode: 'forbidden', requiredRole: 'admin' },
  });
});
