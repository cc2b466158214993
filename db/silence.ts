import { Socket } from 'node:net';
import type pg from 'pg';

// Longer than the slowest statement may take, and than the pool keeps a connection that nobody uses.
const silentMs = 35_000;

const liftsLimit = /^\s*set (local )?statement_timeout = 0\b/;
const limitsAgain = /^\s*(commit|rollback|reset statement_timeout)\b/;

/**
 * Gives up a connection on which nothing comes or goes for too long: the network may have lost it without a word. While its
 * statements have no time limit (`set [local] statement_timeout = 0`) it may be silent for as long as it likes.
 */
export const endWhenSilent = (client: pg.PoolClient): void => {
  const stream = 'connection' in client ? Object(client.connection).stream : undefined;
  if (!(stream instanceof Socket)) return;
  stream.on('timeout', () =>
    stream.destroy(Object.assign(new Error('the database fell silent'), { code: 'ETIMEDOUT' })),
  );
  stream.setTimeout(silentMs);
  const { query } = client;
  const watched = (text: unknown, ...rest: unknown[]): unknown => {
    if (typeof text === 'string') {
      if (liftsLimit.test(text)) stream.setTimeout(0);
      else if (limitsAgain.test(text)) stream.setTimeout(silentMs);
    }
    return Reflect.apply(query, client, [text, ...rest]);
  };
  Object.defineProperty(client, 'query', { value: watched, configurable: true });
};
