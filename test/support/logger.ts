import { type Logger, pino } from 'pino';

/** Creates a logger that appends each line's message to a list. */
export const loggerInto = (said: unknown[]): Logger =>
  pino({}, { write: (line: string) => void said.push(JSON.parse(line).msg) });
