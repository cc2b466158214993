import { AppError, type ErrorCode } from './errors.ts';

export interface ConfirmOptions {
  dryRun?: boolean | undefined;
  /** The total that it counted before. */
  expected?: number | undefined;
}

/** What a call that destroys did, or would do. */
export interface Counted {
  dryRun: boolean;
  records: { kind: string; count: number }[];
  total: number;
}

/**
 * Whether a call that destroys only counts: unless `expected` repeats the total.
 *
 * @param refusal of another total: its code, and what the total is, such as `records would move`
 */
export const onlyCounts = (
  total: number,
  { dryRun = false, expected }: ConfirmOptions,
  refusal: { code: ErrorCode; what: string },
): boolean => {
  if (dryRun || expected === undefined) return true;
  if (total === expected) return false;
  const detail = `${total} ${refusal.what}, not ${expected}`;
  throw new AppError(refusal.code, { detail, state: String(total) });
};

export const counted = (dryRun: boolean, records: Counted['records']): Counted => ({
  dryRun,
  records,
  total: records.reduce((sum, { count }) => sum + count, 0),
});
