import { beforeEach, expect, it } from 'vitest';
import type { Db } from '../../db/connection/database.ts';
import type { CheckedContext } from '../../server/core/context.ts';
import { noteWrite, readFromReplica } from '../../server/core/context.ts';
import { loggerInto } from '../support/logger.ts';

const did: unknown[] = [];
const said: string[] = [];
beforeEach(() => {
  did.length = 0;
  said.length = 0;
});

/** Where a person's read goes if there is a replica, and what happens to it there. */
const readOf = async (
  given: { wrote?: boolean; hasReplica?: boolean; failure?: Error; readsOnly?: boolean },
  subject?: string,
  db: object = { isTransaction: false },
) => {
  const { wrote = false, hasReplica = true, failure, readsOnly = true } = given;
  const standby = {} as Db;
  const run = async (read: (db: Db) => Promise<unknown>) => {
    if (failure) throw failure;
    return read(standby);
  };
  const ctx = {
    db,
    request: { readsOnly },
    actor: { kind: 'person', subject: 'a', email: 'a@x.com' },
    log: loggerInto(said),
    metrics: { replicaRead: (outcome: string) => void did.push(outcome) },
    reads: {
      writers: {
        includes: async (writers: string[]) => {
          did.push(writers);
          return wrote;
        },
        add: async (writer: string) => void did.push(writer),
      },
      replicas: {
        pick: () => {
          did.push('pick');
          return hasReplica ? { run } : undefined;
        },
      },
    },
  } as unknown as CheckedContext;
  const from = await readFromReplica(
    ctx,
    async (asked) => (asked === standby ? 'replica' : 'primary'),
    subject,
  );
  return { from, ctx };
};
const person = 'person:a@x.com';
const withCode = (code: string) => Object.assign(new Error('failed'), { code });

it.each([
  ['the replica', {}, 'replica', [[person], 'pick', 'replica']],
  ['the primary after a write', { wrote: true }, 'primary', [[person], 'recent-write']],
  ['the primary without one', { hasReplica: false }, 'primary', [[person], 'pick', 'no-replica']],
  ['the primary if it may write', { readsOnly: false }, 'primary', []],
  [
    'the primary if it fails',
    { failure: withCode('57P01') },
    'primary',
    [[person], 'pick', 'replica-failed'],
  ],
])('a read goes to %s', async (_, given, from, steps) => {
  expect((await readOf(given)).from).toBe(from);
  expect(did).toEqual(steps);
  const line = 'a read failed on a replica; repeating it on the primary';
  expect(said).toEqual('failure' in given ? [line] : []);
});

it('a read that is wrong fails, and one in a transaction stays in it', async () => {
  await expect(readOf({ failure: withCode('22P02') })).rejects.toThrow('failed');
  did.length = 0;
  expect((await readOf({}, undefined, { isTransaction: true })).from).toBe('primary');
  expect(did).toEqual([]);
});

it('a write counts for its person, or for all who read its subject', async () => {
  const { ctx } = await readOf({}, 'group:1');
  expect(did[0]).toEqual([person, 'group:1']);
  did.length = 0;
  await noteWrite(ctx);
  await noteWrite(ctx, 'group:1');
  await noteWrite({ ...ctx, actor: { kind: 'person', subject: 'a', role: 'reader' } });
  await noteWrite({ ...ctx, actor: { kind: 'anonymous' } });
  expect(did).toEqual([person, 'group:1', 'person:a', 'anonymous']);
});
