import { civilDayOf } from '../../server/core/civil-time.ts';
import { naiveStreaks } from './naive-streaks.ts';

// Readers and their days as plain sets in memory, written from docs/behaviour/streaks.md#streaks and
// #rankings.

const weekMs = 7 * 86_400_000;
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
