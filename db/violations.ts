/**
 * The name of the unique or foreign-key constraint that a write broke, or undefined for any other error
 * (SQLSTATE 23505, 23503).
 */
export const violatedConstraint = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return undefined;
  if (error.code !== '23505' && error.code !== '23503') return undefined;
  return typeof error.constraint === 'string' ? error.constraint : undefined;
};

const serialization = new Set(['40001', '40P01']);

/** Whether a transaction failed only because others ran beside it, so that running it again may succeed. */
export const isSerializationFailure = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && serialization.has(String(error.code));

// Connection refused, reset or timed out; the server starting or stopping; the pool exhausted; a statement or a lock
// taking too long. (SQLSTATE classes 08, 53, 57P; 57014; 55P03.)
const outageCodes =
  /^(08...|53...|57P..|57014|55P03|25P03|ECONN.*|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;
const outageMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Whether the database was out of reach or too busy, as against refusing what it was asked. */
export const isOutage = (error: unknown): boolean => {
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  if (!(error instanceof Error)) return false;
  // What PostgreSQL calls FATAL ended the connection, or kept it from being made.
  if ('severity' in error && error.severity === 'FATAL') return true;
  return (
    ('code' in error && outageCodes.test(String(error.code))) || outageMessages.test(error.message)
  );
};

/** Whether a statement was given up because it took longer than it may (SQLSTATE 57014). */
export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014';

/** Whether a statement waited for a lock for longer than it may (SQLSTATE 55P03). */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';
