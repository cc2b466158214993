import { afterAll, describe, expect, it } from 'vitest';
import { openQuizRoom } from './quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin, clock, model } = room;

const nextDay = () => {
  clock.now = new Date(clock.now.getTime() + 86_400_000);
  return clock.now.toISOString().slice(0, 10);
};
const actsOn = async (id: string) => {
  const { items } = await admin.audit.list.query({ target: `quiz:${id}` });
  return items.map(({ action, changes }) => [action, ...changes]);
};

describe('the acts on a draft', () => {
  it('name the day that was drafted and discarded, and the question that was written anew', async () => {
    const quizDate = nextDay();
    const { quizId: id } = await admin.quiz.draft.mutate();
    const { questions } = await admin.quiz.get.query({ id });
    await admin.quiz.regenerate.mutate({ id, questionId: questions[2]?.id ?? '' });
    await admin.quiz.discard.mutate({ id });
    expect(await actsOn(id)).toEqual([
      ['quiz.discard', { field: 'quizDate', before: quizDate }],
      ['quiz.regenerate', { field: 'question', after: 3 }],
      ['quiz.draft', { field: 'quizDate', after: quizDate }],
    ]);
  });

  it('say that the checks refused it', async () => {
    const quizDate = nextDay();
    model.next('nine-questions', 'nine-questions');
    await expect(admin.quiz.draft.mutate()).rejects.toThrow();
    const [refused] = (await admin.quiz.list.query()).items;
    expect(await actsOn(refused?.id ?? '')).toEqual([
      ['quiz.draft', { field: 'quizDate', after: quizDate }, { field: 'refused', after: true }],
    ]);
  });

  it('are none on a quiz that is published already', async () => {
    const quiz = await room.aQuiz();
    await expect(admin.quiz.discard.mutate({ id: quiz.id })).rejects.toMatchObject({
      data: { errorCode: 'quiz-not-a-draft', state: 'published' },
    });
    await expect(
      admin.quiz.regenerate.mutate({ id: quiz.id, questionId: quiz.questions[0]?.id ?? '' }),
    ).rejects.toMatchObject({ data: { errorCode: 'quiz-not-a-draft', state: 'published' } });
    expect((await actsOn(quiz.id)).map(([action]) => action)).toEqual(['quiz.generate']);
    expect(await admin.quiz.get.query({ id: quiz.id })).toEqual(quiz);
  });
});
