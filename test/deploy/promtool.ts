import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '../../scripts/programs.ts';

/** Runs Prometheus's own checker, which Debian has in its package `prometheus`. */
export const promtool = async (...args: string[]): Promise<string> => {
  const program = findProgram('promtool');
  if (!program) throw new Error('install promtool (Debian: prometheus)');
  const { stdout, stderr } = await promisify(execFile)(program, args);
  return stdout + stderr;
};
