import { sql } from 'kysely';
import { expect } from 'vitest';
import { firstQuarterOf, foldStreakCounts } from '../../db/ranking-places.ts';
import { civilDayOf } from '../../server/civil-time.ts';
import { type AnsweredQuiz, answering, openQuizRoom } from '../quiz/quiz-fixtures.ts';
import { naiveStreaks } from './naive-streaks.ts';
import { fullSort, isActive, type Machine } from './reader-machine.ts';

export const reason = 'leu por e-mail';

const epoch = '2026-01-01T12:00:00Z';
/** Neither in the order of the e-mails nor without two that are equal. */
const agesInDays = [1, 300, 20, 300, 4];

/** The service with readers and quizzes, anew for each run. */
export type ReaderWorld = Awaited<ReturnType<typeof openReaderWorld>>;

export const openReaderWorld = async (size: number) => {
  const room = await openQuizRoom();
  const { db, admin, clock } = room;
  type Reader = Awaited<ReturnType<typeof room.aReader>>;
  let readers: Reader[] = [];
  let quizzes: AnsweredQuiz[] = [];

  const readerAt = (index: number): Reader => {
    const reader = readers[index];
    if (!reader) throw new Error(`no reader ${index}`);
    return reader;
  };
  const quizAt = (index: number): AnsweredQuiz => {
    const quiz = quizzes[index];
    if (!quiz) throw new Error(`no quiz ${index}`);
    return quiz;
  };
  const rows = () =>
    db
      .selectFrom('streaks')
      .select(['email', 'current_streak', 'max_streak', 'last_interaction_at'])
      .execute();

  return {
    admin,
    readerAt,
    /** New readers with accounts of different ages, two new quizzes of consecutive days, and empty rankings. */
    reset: async (): Promise<Machine> => {
      await sql`truncate streaks, streak_counts, streak_totals, streak_blocks, streak_longest_blocks, streak_count_deltas`.execute(
        db,
      );
      quizzes = [await room.aQuiz(), await room.aQuiz()];
      readers = await Promise.all(
        // Rankings show the first two letters.
        Array.from({ length: size }, (_, n) =>
          room.aReader(`${n}x-${crypto.randomUUID()}@exemplo.com.br`),
        ),
      );
      const accountAges = readers.map((_, index) => agesInDays[index % agesInDays.length] ?? 0);
      const accounts = readers.map(({ email }, index) => ({
        email,
        created_at: new Date(Date.parse(epoch) - (accountAges[index] ?? 0) * 86_400_000),
      }));
      await db.insertInto('accounts').values(accounts).execute();
      return {
        now: clock.now.getTime(),
        readers: accountAges.map((accountAge) => ({
          accountAge,
          days: new Set(),
          lastAt: 0,
          hidden: false,
        })),
        quizzes: quizzes.map(({ quizDate }) => ({
          day: quizDate,
          corrected: new Set(),
          attempts: new Map(),
        })),
      };
    },
    pass: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms);
    },
    submit: (quiz: number, reader: number, right: number) =>
      readerAt(reader).client.submitQuiz({
        body: { quizId: quizAt(quiz).id, answers: answering(quizAt(quiz), right) },
      }),
    /** Makes the answer that `submit` gives for a wrong one the correct one. */
    correct: (quiz: number, position: number) => {
      const { id, questions } = quizAt(quiz);
      const question = questions[position];
      const second = question?.options.find((option) => option !== question.correctAnswer);
      return admin.quiz.correct.mutate({
        id,
        questionId: question?.id ?? '',
        correctAnswer: second ?? '',
      });
    },
    fold: () => foldStreakCounts(db, clock.now),
    /** Compares the streaks of all readers with their sets of days. */
    compareStreaks: async ({ readers: models }: Machine) => {
      const stored = await rows();
      for (const [index, { days, lastAt }] of models.entries()) {
        const row = stored.find(({ email }) => email === readerAt(index).email);
        expect([index, row?.current_streak, row?.max_streak, row?.last_interaction_at]).toEqual(
          days.size === 0
            ? [index, undefined, undefined, undefined]
            : [index, ...Object.values(naiveStreaks(days)), new Date(lastAt)],
        );
      }
    },
    /** Compares the public ranking and every reader's own place with a full sort. */
    compareRankings: async (machine: Machine) => {
      await admin.streaks.refreshGlobalRanking.mutate();
      const { body } = await room.anonymous.getGlobalRanking();
      const shown = 'data' in body ? body.data.ranking : [];
      const sorted = fullSort(machine, (lastAt) => isActive(machine, lastAt));
      expect(
        shown.map(({ email, currentStreak, maxStreak }) => ({
          reader: Number(email[0]),
          currentStreak,
          maxStreak,
        })),
      ).toEqual(sorted);
      // A reader's own place counts whole quarters of a day.
      const quarterOf = (ms: number) => Math.floor((ms / 1_000 - 7_200) / 21_600);
      const firstQuarter = firstQuarterOf(clock.now);
      const placed = fullSort(machine, (lastAt) => quarterOf(lastAt) >= firstQuarter);
      for (const [index] of machine.readers.entries()) {
        const { body: mine } = await readerAt(index).client.getMyRanking({ query: {} });
        const { position, of } = 'data' in mine ? mine.data : { position: -1, of: -1 };
        const ranked = sorted.some(({ reader }) => reader === index);
        const place = placed.findIndex(({ reader }) => reader === index) + 1;
        expect([index, position, of]).toEqual([index, ranked ? place : null, placed.length]);
      }
    },
    dayAgo: (days: number) => civilDayOf(new Date(clock.now.getTime() - days * 86_400_000)),
    close: () => room.close(),
  };
};
