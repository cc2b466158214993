import { LRUCache } from 'lru-cache';
import type { AnsweredQuestionRow, QuizRow } from '../../db/quiz.ts';
import { perService } from '../context.ts';

/** A quiz with its correct answers, to grade attempts by. */
export type AnswerKey = QuizRow & { questions: AnsweredQuestionRow[] };

/**
 * Answer keys by quiz id, read once a process because thousands submit the same quiz. The contents of a quiz never change
 * under its id; the database refuses attempts at a quiz that was overwritten.
 */
export type AnswerKeys = Pick<LRUCache<string, AnswerKey>, 'get' | 'set'>;

const maxQuizzes = 50;

/** The answer keys of the latest quizzes. */
export const answerKeysOf = perService(
  (): AnswerKeys => new LRUCache<string, AnswerKey>({ max: maxQuizzes }),
);
