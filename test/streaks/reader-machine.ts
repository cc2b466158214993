import { civilDayOf } from '../../server/core/civil-time.ts';
import { naiveStreaks } from './naive-streaks.ts';

// Readers, their days and their attempts as plain sets in memory, written from
// docs/behaviour/streaks.md#streaks, #quiz and #rankings.

const weekMs = 7 * 86_400_000;
export const passMark = 6;
export const questions = 10;

export interface MachineQuiz {
  day: string;
  /** Questions whose second answer counts too, by position. */
  corrected: Set<number>;
  /**
   * By reader: how many of the first questions were answered with the first answer; the others with
   * the second.
   */
  attempts: Map<number, { right: number; passed: boolean; at: number }>;
}

export interface MachineReader {
  /** In days at some moment that is the same for all readers. */
  accountAge: number;
  days: Set<string>;
  lastAt: number;
  hidden: boolean;
}

export interface Machine {
  now: number;
  readers: MachineReader[];
  quizzes: MachineQuiz[];
}

/** A reading or another credit: of a moment, or of a day at noon at the latest. */
export const credit = (machine: Machine, reader: MachineReader, at: number | string): void => {
  const noon = (day: string) => Math.min(Date.parse(`${day}T15:00:00Z`), machine.now);
  const moment = typeof at === 'string' ? noon(at) : at;
  // A reader whose days were all taken away has no streak, and no former activity.
  reader.lastAt = reader.days.size > 0 ? Math.max(reader.lastAt, moment) : moment;
  reader.days.add(typeof at === 'string' ? at : civilDayOf(new Date(at)));
};

export const today = ({ now }: Machine): string => civilDayOf(new Date(now));

const correctOf = ({ corrected }: MachineQuiz, right: number): number =>
  right + [...corrected].filter((position) => position >= right).length;

/**
 * An attempt that passes credits the quiz's day: as activity at that moment, or at noon if the quiz
 * is of an earlier day.
 */
const creditAttempt = (
  machine: Machine,
  quiz: MachineQuiz,
  reader: MachineReader,
  at: number,
): void => {
  const late = quiz.day < civilDayOf(new Date(at));
  if (late) credit(machine, reader, quiz.day);
  else credit(machine, reader, at);
};

/** Returns the number of correct answers. */
export const submit = (
  machine: Machine,
  quiz: MachineQuiz,
  reader: number,
  right: number,
): number => {
  const correct = correctOf(quiz, right);
  const passed = correct >= passMark;
  quiz.attempts.set(reader, { right, passed, at: machine.now });
  const found = machine.readers[reader];
  if (passed && found) creditAttempt(machine, quiz, found, machine.now);
  return correct;
};

/** The second answer of a question becomes the correct one; the first one still counts. */
export const correct = (machine: Machine, quiz: MachineQuiz, position: number) => {
  const outcome = { regraded: 0, passed: 0 };
  if (quiz.corrected.has(position)) return outcome;
  quiz.corrected.add(position);
  for (const [index, attempt] of quiz.attempts) {
    if (attempt.right > position) continue;
    outcome.regraded += 1;
    const reader = machine.readers[index];
    if (attempt.passed || !reader || correctOf(quiz, attempt.right) < passMark) continue;
    attempt.passed = true;
    outcome.passed += 1;
    creditAttempt(machine, quiz, reader, attempt.at);
  }
  return outcome;
};

export interface Ranked {
  reader: number;
  currentStreak: number;
  maxStreak: number;
}

/**
 * The ranking by a full sort of the readers whose last activity counts. Of readers with equal
 * streaks the older account is first, of equal accounts the e-mail that sorts first.
 */
export const fullSort = ({ readers }: Machine, counts: (lastAt: number) => boolean): Ranked[] =>
  readers
    .map((reader, index) => ({ reader: index, ...naiveStreaks(reader.days) }))
    .filter(({ reader }) => {
      const found = readers[reader];
      return found && found.days.size > 0 && !found.hidden && counts(found.lastAt);
    })
    .sort(
      (a, b) =>
        b.currentStreak - a.currentStreak ||
        b.maxStreak - a.maxStreak ||
        (readers[b.reader]?.accountAge ?? 0) - (readers[a.reader]?.accountAge ?? 0) ||
        a.reader - b.reader,
    );

export const isActive = ({ now }: Machine, lastAt: number): boolean => lastAt >= now - weekMs;
