import { afterAll, describe, expect, it } from 'vitest';
import { answering, openQuizRoom, refusal } from './quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { actsOn, admin, aQuiz, aReader, get } = room;

type Reader = Awaited<ReturnType<typeof aReader>>;
const seenBy = async ({ client }: Reader, id: string) => [
  (await client.getTodaysQuiz()).status,
  (await client.getQuiz({ params: { id } })).status,
];

describe('quiz.unpublish', () => {
  it('takes a quiz away from readers, keeps results, and can be taken back', async () => {
    const earlier = await aQuiz();
    const quiz = await aQuiz();
    const [before, after] = [await aReader(), await aReader()];
    const body = { quizId: quiz.id, answers: answering(quiz, 7) };
    const submit = async ({ client }: Reader) => (await client.submitQuiz({ body })).status;
    expect(await submit(before)).toBe(200);
    const unpublish = (options: object) =>
      admin.quiz.unpublish.mutate({ id: quiz.id, reason: 'edição retirada', ...options });
    for (const dryRun of [undefined, false]) {
      expect(await unpublish({ dryRun })).toMatchObject({ dryRun: true, total: 1 });
    }
    expect(await seenBy(after, quiz.id)).toEqual([200, 200]);
    await expect(unpublish({ expected: 2 })).rejects.toMatchObject(
      refusal('correction-outdated', '1'),
    );
    expect(await unpublish({ expected: 1 })).toMatchObject({ dryRun: false, total: 1 });
    expect(await seenBy(after, quiz.id)).toEqual([404, 404]);
    expect(await submit(after)).toBe(404);
    expect((await get(quiz.id)).status).toBe('unpublished');
    // By now this process has read the quiz as it is.
    expect(await submit(after)).toBe(404);
    expect((await before.client.getTodaysQuiz()).status).toBe(404);
    expect((await before.client.getQuizResult({ params: { id: quiz.id } })).body).toMatchObject({
      data: { correctAnswers: 7, passed: true },
    });
    expect((await before.client.listQuizHistory({ query: {} })).body).toMatchObject({
      data: { items: [{ quizId: quiz.id, correctAnswers: 7 }] },
    });
    const { items } = await admin.quiz.list.query();
    expect(items.slice(0, 2)).toMatchObject([
      { id: quiz.id, status: 'unpublished', attempts: 1 },
      { id: earlier.id, status: 'published' },
    ]);
    await admin.quiz.publish.mutate({ id: quiz.id });
    expect(await seenBy(after, quiz.id)).toEqual([200, 200]);
    expect([await submit(after), await submit(before)]).toEqual([200, 403]);
  });

  it('stores the reason once, until the quiz is shown again', async () => {
    const { id } = await aQuiz();
    await admin.quiz.unpublish.mutate({ id, reason: 'edição retirada' });
    const again = await admin.quiz.unpublish.mutate({ id, reason: 'outra vez' });
    expect(again).toMatchObject({ dryRun: false, total: 0 });
    expect((await get(id)).reason).toBe('edição retirada');
    await admin.quiz.publish.mutate({ id });
    expect((await get(id)).reason).toBeNull();
    expect((await actsOn(id)).slice(0, -1)).toEqual([
      ['quiz.publish'],
      ['quiz.unpublish', { field: 'reason', after: 'edição retirada' }],
    ]);
    await expect(admin.quiz.publish.mutate({ id })).rejects.toMatchObject(
      refusal('quiz-not-a-draft', 'published'),
    );
  });

  it('is undone for a quiz of an earlier day, without a second event', async () => {
    const { id: webhook } = await admin.webhooks.create.mutate({
      url: 'https://exemplo.com.br/eventos',
      events: ['quiz.published'],
    });
    const { id } = await aQuiz();
    await admin.quiz.unpublish.mutate({ id, reason: 'edição retirada' });
    const today = await aQuiz();
    await admin.quiz.publish.mutate({ id });
    const { client } = await aReader();
    expect((await client.getQuiz({ params: { id } })).status).toBe(200);
    expect((await client.getTodaysQuiz()).body).toMatchObject({ data: { id: today.id } });
    const { items } = await admin.webhooks.deliveries.query({ id: webhook });
    expect(items).toHaveLength(2);
  });

  it('is of a published quiz, as the other verbs are of one that there is', async () => {
    const draft = await room.aDraft();
    const ids = [draft.id, 'hoje', crypto.randomUUID()];
    for (const id of ids) {
      await expect(admin.quiz.unpublish.mutate({ id, reason: 'x' })).rejects.toMatchObject(
        refusal('quiz-not-found'),
      );
    }
    const [, , id = ''] = ids;
    for (const call of [
      () => admin.quiz.publish.mutate({ id }),
      () => admin.quiz.hold.mutate({ id }),
      () => admin.quiz.correct.mutate({ id, questionId: id, question: 'x?' }),
      () => admin.quiz.statistics.query({ id }),
    ])
      await expect(call()).rejects.toMatchObject(refusal('quiz-not-found'));
  });
});
