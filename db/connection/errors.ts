/**
 * The unique or foreign-key constraint that a write violated (SQLSTATE 23505, 23503); undefined for
 * any other error.
 */
export const violatedConstraint = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return undefined;
  if (error.code !== '23505' && error.code !== '23503') return undefined;
  return typeof error.constraint === 'string' ? error.constraint : undefined;
};

const serialization = new Set(['40001', '40P01']);

/**
 * Whether a transaction failed because of concurrent ones (serialization failure, deadlock) and may
 * be retried.
 */
export const isSerializationFailure = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && serialization.has(String(error.code));

// Connection refused, reset or timed out; server starting or stopping; pool exhausted; statement or
// lock timeout. (SQLSTATE classes 08, 53, 57P; 57014; 55P03.)
const outageCodes =
  /^(08...|53...|57P..|57014|55P03|25P03|ECONN.*|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;
const outageMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Whether the database was unreachable or too busy, as opposed to rejecting the statement. */
export const isOutage = (error: unknown): boolean => {
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  if (!(error instanceof Error)) return false;
  // FATAL ends the connection, or prevents it.
  if ('severity' in error && error.severity === 'FATAL') return true;
  return (
    ('code' in error && outageCodes.test(String(error.code))) || outageMessages.test(error.message)
  );
};

/** Whether a statement exceeded `statement_timeout` (SQLSTATE 57014). */
export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014';

/** Whether a statement exceeded `lock_timeout` (SQLSTATE 55P03). */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

// Read-only transaction; failures of the server's disk or of the server itself.
const brokenServer = /^(25006|58...|XX...)$/;

/**
 * Whether a read failed because of the replica it ran on, so that the primary may serve it: an
 * outage, a conflict with what the replica replays, or a statement that writes. Not a statement
 * timeout: the primary would take as long.
 */
export const isReplicaFault = (error: unknown): boolean => {
  if (isSerializationFailure(error)) return true;
  if (isOutage(error)) return !isStatementTimeout(error);
  return error instanceof Error && 'code' in error && brokenServer.test(String(error.code));
};
