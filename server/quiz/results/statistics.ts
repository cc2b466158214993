import { z } from 'zod';
import type { QuizContents } from '../../../db/quiz/quiz.ts';
import {
  type AttemptCounts,
  countAttempts,
  countNextQuiz,
  listStoredCounts,
} from '../../../db/quiz/statistics.ts';
import { civilDayOf, minuteMs } from '../../core/civil-time.ts';
import {
  type CheckedContext,
  type Context,
  inTransaction,
  onlyService,
  readFromReplica,
  requireRole,
} from '../../core/context.ts';
import { orThrow } from '../../core/errors.ts';
import { inTurns } from '../../jobs/turns.ts';
import { questionCount } from '../checks/draft.ts';
import { readContents } from '../contents.ts';
import type { QuizStatistics } from '../outputs.ts';
import { currentOption } from '../play/grade.ts';

const hoursOfDay = 24;

const countsSchema: z.ZodType<AttemptCounts> = z.object({
  results: z.array(
    z.object({
      correctAnswers: z.number(),
      passed: z.boolean(),
      hour: z.number().nullable(),
      attempts: z.number(),
    }),
  ),
  choices: z.array(z.object({ questionId: z.string(), option: z.string(), chosen: z.number() })),
});

/**
 * Returns the results of a published quiz (docs/behaviour/quiz.md#quiz): at most a minute old, or ten
 * minutes after its day. Corrections appear at once. Former correct answers still count and are marked as
 * correct.
 * @throws AppError `forbidden`, `quiz-not-found`, also for a draft
 */
export const getQuizStatistics = async (ctx: Context, id: string): Promise<QuizStatistics> => {
  requireRole(ctx, 'editor');
  const statistics = await listStatistics(ctx, [await readContents(ctx, id)]);
  return orThrow(statistics.get(id), 'quiz-not-found');
};

/** How long a list waits for counts that are not stored; the job counts the others. */
const patienceMs = 2_000;

/** Lists statistics by quiz id, from stored counts or counted now; leaves out what takes too long. */
export const listStatistics = async (
  ctx: CheckedContext,
  quizzes: readonly QuizContents[],
): Promise<ReadonlyMap<string, QuizStatistics>> => {
  const ids = quizzes.map(({ id }) => id);
  const rows = await readFromReplica(ctx, (db) => listStoredCounts(db, ids, ctx.now()));
  const stored = new Map(rows.map((row) => [`${row.id} ${row.revision}`, row]));
  const statistics = new Map<string, QuizStatistics>();
  const end = performance.now() + patienceMs;
  // Quizzes are counted one after the other, because a count reads every attempt of its quiz.
  for (const quiz of quizzes) {
    const known = stored.get(`${quiz.id} ${quiz.revision}`);
    if (!known && performance.now() > end) continue;
    statistics.set(quiz.id, statisticsOf(quiz, known ?? (await countOnce(ctx, quiz))));
  }
  return statistics;
};

interface Counted {
  counts: AttemptCounts;
  countedAt: Date;
}

const statisticsOf = (quiz: QuizContents, { counts, countedAt }: Counted): QuizStatistics => {
  const { results, choices } = counts;
  const countOf = (found: AttemptCounts['results']) => sum(found.map((one) => one.attempts));
  const attempts = countOf(results);
  const shareOf = (count: number) => (attempts === 0 ? 0 : count / attempts);
  return {
    countedAt,
    attempts,
    passed: countOf(results.filter(({ passed }) => passed)),
    averageCorrect: shareOf(sum(results.map((one) => one.correctAnswers * one.attempts))),
    distribution: Array.from({ length: questionCount + 1 }, (_, correct) =>
      countOf(results.filter((one) => one.correctAnswers === correct)),
    ),
    attemptsByHour: Array.from({ length: hoursOfDay }, (_, hour) =>
      countOf(results.filter((one) => one.hour === hour)),
    ),
    questions: quiz.questions.map(({ id: questionId, question, ...rest }) => {
      const { annulled, correctAnswer, formerAnswers } = rest;
      const isChoice = (one: AttemptCounts['choices'][number], text: string) =>
        one.questionId === questionId && currentOption(rest, one.option) === text;
      const options = rest.options.map((text) => ({
        text,
        correct: annulled || text === correctAnswer || formerAnswers.includes(text),
        chosen: sum(choices.filter((one) => isChoice(one, text)).map(({ chosen }) => chosen)),
      }));
      const correct = sum(options.filter((one) => one.correct).map(({ chosen }) => chosen));
      const correctRate = shareOf(annulled ? attempts : correct);
      return { id: questionId, question, correctRate, options };
    }),
  };
};

/** Loads the counts of a quiz's revision, once for concurrent callers. */
const countOnce = async (ctx: CheckedContext, quiz: QuizContents): Promise<Counted> => {
  const { id, revision, quizDate } = quiz;
  const isToday = quizDate === civilDayOf(ctx.now());
  const { value, loadedAt: countedAt } = await ctx.cache.reports.getOrLoad(
    `quiz:${id}:${revision}`,
    {
      load: () => readFromReplica(ctx, (db) => countAttempts(db, quiz)),
      schema: countsSchema,
      expiresAt: (loadedAt) => new Date(loadedAt.getTime() + (isToday ? 0.5 : 10) * minuteMs),
    },
  );
  return { counts: value, countedAt };
};

const turnMs = 20_000;

/**
 * Counts the quizzes with missing or old counts, newest first, for at most twenty seconds; returns how many.
 */
export const countQuizzes = async (ctx: Context, signal: AbortSignal): Promise<number> => {
  onlyService(ctx);
  let counted = 0;
  await inTurns(ctx, { signal, turnMs }, async () => {
    const id = await inTransaction(ctx, (tx) => countNextQuiz(tx.db, tx.now()));
    if (id) counted += 1;
    return id !== undefined;
  });
  return counted;
};

const sum = (counts: readonly number[]): number =>
  counts.reduce((total, count) => total + count, 0);
