import { LRUCache } from 'lru-cache';
import type { AnsweredQuestionRow, QuizRow } from '../../db/quiz.ts';

/** A quiz with its questions and their answers: what an attempt is graded by. */
export type AnswerKey = QuizRow & { questions: AnsweredQuestionRow[] };

/**
 * Answer keys by quiz id. The contents of a quiz never change under its id, so that they are read once a process: thousands
 * submit the same quiz. A quiz that was overwritten is gone from the database, which then refuses its attempts.
 */
export type AnswerKeys = Pick<LRUCache<string, AnswerKey>, 'get' | 'set'>;

const kept = 50;

/** Makes room for the answer keys of the latest quizzes. */
export const createAnswerKeys = (): AnswerKeys => new LRUCache<string, AnswerKey>({ max: kept });
