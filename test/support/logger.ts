import { type Logger, pino } from 'pino';

/** A logger that puts the message of each line into a list. */
export const loggerInto = (said: unknown[]): Logger =>
  pino({}, { write: (line: string) => void said.push(JSON.parse(line).msg) });
