import { AppError, type ErrorCode } from './errors.ts';

export interface ConfirmOptions {
  dryRun?: boolean | undefined;
  /** The total of the earlier dry run. */
  expected?: number | undefined;
}

export interface Counted {
  dryRun: boolean;
  records: { kind: string; count: number }[];
  total: number;
}

/** Returns false only if `expected` equals the total. @throws AppError with `refusal` if it differs */
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
