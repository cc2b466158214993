import type { ResponseTimes, TicketFilter } from '../../db/reports/response-times.ts';
import { selectResponseTimes } from '../../db/reports/response-times.ts';
import { daysBetween } from '../core/civil-time.ts';
import { type Context, requireRole } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { type CachedReport, getCachedReport, keyOf } from './cached-report.ts';
import { ResponseTimes as ResponseTimesOutput } from './outputs.ts';

export type { ResponseTimes };

/** The longest range that one report covers, in days. */
export const maxDays = 366;

/**
 * Returns the times to first reply and to resolution, by category, by agent or for all together
 * (docs/behaviour/reports.md#reports); cached for two hours.
 * @param asked.from the first civil day of the tickets' creation, `YYYY-MM-DD`; `to` is the last one
 * @throws AppError `forbidden`; `invalid-request` if the range ends before it begins or has more than 366
 * days
 */
export const responseTimes = async (
  ctx: Context,
  asked: {
    from: string;
    to: string;
    by: 'category' | 'agent' | 'all';
    businessHours?: { opens: string; closes: string } | undefined;
  } & TicketFilter,
): Promise<CachedReport<ResponseTimes[]>> => {
  requireRole(ctx, 'agent');
  const { from, to, by, businessHours, main, status, issue, newsletter, tagId } = asked;
  const days = daysBetween(from, to) + 1;
  if (days < 1) {
    throw new AppError('invalid-request', {
      detail: `the range ends (${to}) before it begins (${from})`,
    });
  }
  if (days > maxDays) {
    throw new AppError('invalid-request', { detail: `the range has more than ${maxDays} days` });
  }
  const hours = businessHours ? `${businessHours.opens}-${businessHours.closes}` : '';
  const only = keyOf([main, status, issue, newsletter, tagId]);
  return getCachedReport(ctx, ['response-times', from, to, by, hours, only].join(':'), {
    schema: ResponseTimesOutput.shape.items,
    load: (db) => selectResponseTimes(db, asked),
  });
};
