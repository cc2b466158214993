/**
 * Returns the reason of a failure in one line for operators. Node reports a refused connection to several
 * addresses as an empty AggregateError.
 */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const [line = ''] = error.message.split('\n');
  return line || error.name;
};
