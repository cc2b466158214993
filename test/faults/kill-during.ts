import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { openDatabase } from '../../db/connection/database.ts';
import { type FaultEnvironmentOptions, startFaultEnvironment } from './fault-environment.ts';

/** One process, with its database and its internal API as an administrator. */
export type KillBench = Awaited<ReturnType<typeof startKillBench>>;

/** Starts a bench for the current test. Disposed when the test finishes. */
export const startKillBench = async (options?: FaultEnvironmentOptions) => {
  const environment = await startFaultEnvironment(options);
  const { db, close } = await openDatabase(
    { url: environment.postgres.url, poolSize: 2 },
    () => undefined,
  );
  onTestFinished(close);
  return { environment, db, admin: environment.trpc() };
};

/** How long an uninterrupted call takes, in milliseconds. */
export const measure = async (call: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await call();
  return performance.now() - started;
};

/**
 * Sends a request, kills the process at a random time during it, and restarts the process. The first kill is
 * immediate, so that it interrupts at least one request. Returns true if the request was acknowledged.
 * @param options.whileDown runs between the kill and the start
 */
export const killDuring = async (
  { environment: { processes } }: KillBench,
  call: () => Promise<unknown>,
  {
    kill,
    typicalMs,
    whileDown,
  }: { kill: number; typicalMs: number; whileDown?: () => Promise<unknown> },
): Promise<boolean> => {
  const acknowledged = call().then(
    () => true,
    () => false,
  );
  if (kill > 0) await pause(Math.random() * typicalMs * 1.2);
  await processes[0]?.kill();
  const result = await acknowledged;
  await whileDown?.();
  await processes[0]?.restart();
  return result;
};

/** Prints the outcomes of the kills. */
export const reportKills = (what: string, counted: Record<string, number>): void => {
  const outcomes = Object.entries(counted).map(([outcome, count]) => `${outcome} ${count}`);
  process.stdout.write(`${what} under kill -9: ${outcomes.join(', ')}\n`);
};
