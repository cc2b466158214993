import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Transactions per second of a script, run by pgbench with prepared statements.
 *
 * @param bin the folder of the server's programs
 */
export const pgbenchRate = async (
  bin: string,
  url: string,
  { script, clients, seconds }: { script: string; clients: number; seconds: number },
): Promise<number> => {
  const { stdout } = await promisify(execFile)(pgbenchOf(bin), [
    ...['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds)],
    ...['-f', script, url],
  ]);
  const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (!rate) throw new Error(stdout);
  return Number(rate);
};

/** pgbench may only exist next to the server binary that the PATH links to. */
const pgbenchOf = (bin: string): string => join(realpathSync(join(bin, 'initdb')), '..', 'pgbench');
