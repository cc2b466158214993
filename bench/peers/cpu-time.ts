import { readdir, readFile } from 'node:fs/promises';

const tickMicroseconds = 10_000;

/**
 * CPU microseconds of a process and its children, ended ones included, such as PostgreSQL's.
 * Resolution 10 ms; undefined without /proc.
 */
export const cpuMicrosecondsOf = async (pid: number | undefined): Promise<number | undefined> => {
  const processes = await readdir('/proc').catch(() => []);
  let ticks: number | undefined;
  for (const name of processes) {
    if (!/^\d+$/.test(name)) continue;
    const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // After the program's name, which may contain spaces: state, parent, …, and the four times.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const isServer = Number(name) === pid;
    if (!isServer && Number(fields[1]) !== pid) continue;
    const times = fields.slice(11, isServer ? 15 : 13).map(Number);
    ticks = times.reduce((sum, time) => sum + time, ticks ?? 0);
  }
  return ticks === undefined ? undefined : ticks * tickMicroseconds;
};
