import { afterAll, describe, expect, it } from 'vitest';
import { answering, openQuizRoom } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin, aQuiz, aReader, clock } = room;
const editor = await room.trpc({ role: 'editor' });

describe('quiz.statistics', () => {
  it('counts attempts, passes and what was chosen, and after a correction as corrected', async () => {
    const quiz = await aQuiz();
    const empty = await editor.quiz.statistics.query({ id: quiz.id });
    expect(empty).toMatchObject({ attempts: 0, passed: 0, averageCorrect: 0 });
    expect(empty.distribution).toEqual(Array.from({ length: 11 }, () => 0));
    clock.now = new Date(clock.now.getTime() + 120_000);
    const right = [0, 3, 5, 5, 6, 10, 10];
    for (const [n, count] of right.entries()) {
      const { client } = await aReader();
      // One reader leaves the last question unanswered.
      const answers = answering(quiz, count).slice(0, n === 1 ? 9 : 10);
      await client.submitQuiz({ body: { quizId: quiz.id, answers } });
    }
    const found = await editor.quiz.statistics.query({ id: quiz.id });
    expect(found).toMatchObject({ attempts: 7, passed: 3, averageCorrect: 39 / 7 });
    expect(found.distribution).toEqual([1, 0, 0, 1, 0, 2, 1, 0, 0, 0, 2]);
    // 23:32 in London, 20:32 in São Paulo.
    expect(found.attemptsByHour).toEqual(
      Array.from({ length: 24 }, (_, hour) => (hour === 20 ? 7 : 0)),
    );
    expect(found.questions.map(({ id }) => id)).toEqual(quiz.questions.map(({ id }) => id));
    for (const [index, question] of quiz.questions.entries()) {
      const given = right.flatMap((count, n) =>
        n === 1 && index === 9 ? [] : (answering(quiz, count)[index]?.answer ?? []),
      );
      expect(found.questions[index]).toEqual({
        id: question.id,
        question: question.question,
        correctRate: given.filter((answer) => answer === question.correctAnswer).length / 7,
        options: question.options.map((text) => ({
          text,
          correct: text === question.correctAnswer,
          chosen: given.filter((answer) => answer === text).length,
        })),
      });
    }

    const last = quiz.questions[5];
    if (!last) throw new Error('no question');
    const wrong = answering(quiz, 0)[5]?.answer ?? '';
    await admin.quiz.correct.mutate({ id: quiz.id, questionId: last.id, correctAnswer: wrong });
    const corrected = await editor.quiz.statistics.query({ id: quiz.id });
    // The two with five right answers gained one; the answer that was right before still counts.
    expect(corrected).toMatchObject({ attempts: 7, passed: 5, averageCorrect: 43 / 7 });
    expect(corrected.distribution).toEqual([0, 1, 0, 0, 1, 0, 3, 0, 0, 0, 2]);
    expect(corrected.questions[5]).toMatchObject({ correctRate: 1 });
    const marked = corrected.questions[5]?.options.filter(({ correct }) => correct);
    expect(marked?.map(({ text }) => text).sort()).toEqual([wrong, last.correctAnswer].sort());
  });
});
