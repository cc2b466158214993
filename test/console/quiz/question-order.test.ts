import { expect, it } from 'vitest';
import { moveQuestion } from '../../../console/src/quiz/question-order.ts';
import { stubService } from '../stub-browser.ts';
import { aQuiz } from './quiz-samples.ts';

it.each([
  [0, 1, ['p1', 'p0', 'p2']],
  [2, 0, ['p2', 'p0', 'p1']],
])(
  'question %i moves to place %i, and the next change is of the new revision',
  async (from, to, order) => {
    const calls = stubService({ 'quiz.edit': { revision: 5 } });
    const { revision, questions } = await moveQuestion(aQuiz(), from, to);
    expect(calls).toEqual([['quiz.edit', { id: 'q', revision: 4, order }]]);
    expect([revision, questions.map(({ id }) => id)]).toEqual([5, order]);
  },
);
