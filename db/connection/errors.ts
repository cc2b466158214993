/** Returns the violated constraint of SQLSTATE 23505 or 23503; undefined for any other error. */
export const violatedConstraint = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return undefined;
  if (error.code !== '23505' && error.code !== '23503') return undefined;
  return typeof error.constraint === 'string' ? error.constraint : undefined;
};

const serialization = new Set(['40001', '40P01']);

/** Returns true for a serialization failure or a deadlock: the transaction may be retried. */
export const isSerializationFailure = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && serialization.has(String(error.code));

// SQLSTATE classes 08, 53, 57P; 57014 and 55P03 are timeouts of statements and locks.
const outageCodes =
  /^(08...|53...|57P..|57014|55P03|25P03|ECONN.*|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;
const outageMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Returns true if the database was unreachable or too busy; false if it rejected the statement. */
export const isOutage = (error: unknown): boolean => {
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  if (!(error instanceof Error)) return false;
  // A FATAL error ends the connection or prevents it.
  if ('severity' in error && error.severity === 'FATAL') return true;
  return (
    ('code' in error && outageCodes.test(String(error.code))) || outageMessages.test(error.message)
  );
};

/** Returns true for SQLSTATE 57014. */
export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014';

/** Returns true for SQLSTATE 55P03. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

/** Returns true if the server asks for a password and the URL has none; the driver then throws no code. */
export const isPasswordMissing = (error: unknown): boolean =>
  error instanceof Error && /client password must be|empty password/.test(error.message);

/**
 * Returns true if the role lacks a right (42501), or the encoding lacks our collation (42704) or a
 * character (22P05).
 */
export const isUnfit = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(42501|42704|22P05)$/.test(String(error.code));

// These SQLSTATEs mean a read-only transaction, or a failure of the disk or the server.
const brokenServer = /^(25006|58...|XX...)$/;

/**
 * Returns true if the primary may serve the read. A statement timeout does not count: the primary is as
 * slow.
 */
export const isReplicaFault = (error: unknown): boolean => {
  if (isSerializationFailure(error)) return true;
  if (isOutage(error)) return !isStatementTimeout(error);
  return error instanceof Error && 'code' in error && brokenServer.test(String(error.code));
};
