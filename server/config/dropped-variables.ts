import type { Logger } from 'pino';

/** Variables that were read once, and what serves instead. */
const dropped: Readonly<Record<string, string>> = {
  WARM_UP: 'nothing: a process is ready as soon as it serves',
};

export const logDroppedVariables = (
  env: Readonly<Record<string, string | undefined>>,
  log: Pick<Logger, 'warn'>,
): void => {
  for (const [variable, instead] of Object.entries(dropped)) {
    if (env[variable])
      log.warn({ variable, instead }, 'a variable is set that is not read any more');
  }
};
