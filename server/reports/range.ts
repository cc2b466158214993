import type { Grouping } from '../../db/reports.ts';
import { addDays, daysBetween } from '../civil-time.ts';
import { AppError } from '../errors.ts';

const defaultDays = 30;
const maxPoints = 50_000;

/** A range of civil days in America/Sao_Paulo, both included. */
export interface DayRange {
  from: string;
  to: string;
}

/**
 * The range that a report is of: from 30 days before today, and to today, unless told otherwise (specification §4.5).
 *
 * @throws AppError `invalid-request` where it ends before it begins, or has more than 50 000 points
 */
export const rangeOf = (
  asked: { from?: string | undefined; to?: string | undefined; groupBy: Grouping },
  today: string,
): DayRange => {
  const range = { from: asked.from ?? addDays(today, -defaultDays), to: asked.to ?? today };
  if (range.to < range.from) {
    throw new AppError('invalid-request', {
      detail: `o período termina (${range.to}) antes de começar (${range.from})`,
    });
  }
  if (countPoints(range, asked.groupBy) > maxPoints) {
    throw new AppError('invalid-request', {
      detail: `o período tem mais de ${maxPoints} pontos: encurte-o ou agrupe por um período maior`,
    });
  }
  return range;
};

const aMonday = '0001-01-01';

const countPoints = ({ from, to }: DayRange, groupBy: Grouping): number => {
  const days = daysBetween(from, to) + 1;
  const weekOf = (day: string) => Math.floor(daysBetween(aMonday, day) / 7);
  const yearOf = (day: string) => Number(day.slice(0, 4));
  const monthOf = (day: string) => yearOf(day) * 12 + Number(day.slice(5, 7));
  const points: Record<Grouping, () => number> = {
    hour: () => days * 24,
    day: () => days,
    week: () => weekOf(to) - weekOf(from) + 1,
    month: () => monthOf(to) - monthOf(from) + 1,
    year: () => yearOf(to) - yearOf(from) + 1,
  };
  return points[groupBy]();
};
