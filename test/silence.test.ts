import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { endWhenSilent } from '../db/silence.ts';

it.each([
  [['begin', 'set local statement_timeout = 0; set local lock_timeout = 0'], 0],
  [['begin', 'set local statement_timeout = 0', 'commit'], 35_000],
  [['begin', 'set local statement_timeout = 0', 'rollback'], 35_000],
  [['set statement_timeout = 0', 'select 1'], 0],
  [['set statement_timeout = 0', 'reset statement_timeout'], 35_000],
  [["select 'set statement_timeout = 0'"], 35_000],
])('after %j a connection may be silent for %i ms', (statements, milliseconds) => {
  const stream = new Socket();
  const sent: unknown[] = [];
  const client = Object.assign(new EventEmitter(), {
    connection: { stream },
    query: (text: string) => sent.push(text),
  }) as unknown as pg.PoolClient;
  endWhenSilent(client);
  for (const statement of statements) client.query(statement);
  expect(sent).toEqual(statements);
  expect(stream.timeout ?? 0).toBe(milliseconds);
});
