import { Socket } from 'node:net';
import type pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { monitorConnection } from '../../db/connection/half-open.ts';

afterEach(() => void vi.restoreAllMocks());

/** A connection whose server says so of its backend. */
const connect = (isWorking?: (processId: number) => Promise<boolean>) => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const stream = new Socket();
  const client = { connection: { stream }, processID: 7 } as unknown as pg.PoolClient;
  const setTimeout = vi.spyOn(stream, 'setTimeout');
  const monitor = monitorConnection(client, isWorking);
  const error = new Promise<Error>((resolve) => stream.once('error', resolve));
  return {
    ...monitor,
    stream,
    error,
    /** Lets time pass without a byte; resolves to whether the connection was closed then. */
    silence: async (ms: number) => {
      const looks = setTimeout.mock.calls.length;
      now += ms;
      stream.emit('timeout');
      await vi.waitFor(() =>
        expect(stream.destroyed || setTimeout.mock.calls.length > looks).toBe(true),
      );
      if (!stream.destroyed) expect(setTimeout).toHaveBeenLastCalledWith(3_000);
      return stream.destroyed;
    },
  };
};

describe('a connection with a statement pending', () => {
  it.each([
    ['cannot be asked', undefined],
    ['does not reply', () => Promise.reject(new Error('away'))],
  ])('of a server that %s is closed after 35 s without a byte', async (_, isWorking) => {
    const { statementStarted, silence, error } = connect(isWorking);
    // What passed before the statement does not count.
    expect(await silence(60_000)).toBe(false);
    statementStarted('select 1');
    expect(await silence(34_999)).toBe(false);
    expect(await silence(1)).toBe(true);
    expect(await error).toMatchObject({ code: 'ETIMEDOUT' });
  });

  it('is asked about by the id of its process, and closed if that does nothing', async () => {
    const asked: number[] = [];
    let working = true;
    const { statementStarted, silence } = connect(async (id) => {
      asked.push(id);
      return working;
    });
    statementStarted('select 1');
    expect(await silence(90_000)).toBe(false);
    working = false;
    expect(await silence(3_000)).toBe(true);
    expect(asked).toEqual([7, 7]);
  });

  it('is kept once it has ended, also while the server is asked', async () => {
    const { statementStarted, statementEnded, silence } = connect(async () => {
      statementEnded();
      return false;
    });
    statementStarted('select 1');
    statementStarted('select 2');
    statementEnded();
    expect(await silence(90_000)).toBe(false);
  });

  it.each([
    ['set statement_timeout = 0', 'reset statement_timeout'],
    [' set local statement_timeout = 0', 'rollback'],
  ])('is kept after %j, until %j', async (lifts, restores) => {
    const { statementStarted, statementEnded, silence } = connect();
    statementStarted(lifts);
    statementEnded();
    statementStarted('vacuum');
    expect(await silence(90_000)).toBe(false);
    statementEnded();
    statementStarted(restores);
    statementEnded();
    expect(await silence(3_000)).toBe(false);
    statementStarted('select 1');
    expect(await silence(35_000)).toBe(true);
  });
});
