import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const askAfterMs = 3_000;
// What the server sends may be on its way while it says that it is done.
const graceMs = 500;
// Where nobody can be asked: longer than the slowest statement may take.
const silentMs = 35_000;

const liftsLimit = /^\s*set (local )?statement_timeout = 0\b/;
const limitsAgain = /^\s*(commit|rollback|reset statement_timeout)\b/;

/**
 * Gives up a connection that owes an answer and whose server process has none to give: the network may have lost it without a
 * word. Asked is every three seconds of silence. Where the server cannot be asked, 35 s of silence are the end, but
 * for statements without a time limit (`set [local] statement_timeout = 0`).
 *
 * @param isWorking whether the server process with this id is at work on a statement; undefined behind a pooler, which makes
 * up ids of its own
 */
export const endWhenSilent = (
  client: pg.PoolClient,
  isWorking: ((processId: number) => Promise<boolean>) | undefined,
): void => {
  const stream = 'connection' in client ? Object(client.connection).stream : undefined;
  if (!(stream instanceof Socket)) return;
  let unanswered = 0;
  let unlimited = false;
  let heard = { bytes: 0, at: performance.now() };

  const isDead = async (): Promise<boolean> => {
    const working = await isWorking?.(Reflect.get(client, 'processID')).catch(() => undefined);
    if (working === false) await pause(graceMs);
    if (unanswered === 0 || stream.bytesRead !== heard.bytes || working) return false;
    return working === false || (!unlimited && performance.now() - heard.at >= silentMs);
  };
  const look = async () => {
    if (stream.bytesRead !== heard.bytes || unanswered === 0) {
      heard = { bytes: stream.bytesRead, at: performance.now() };
    }
    if (unanswered > 0 && (await isDead())) {
      const error = new Error('the database fell silent');
      stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    } else if (!stream.destroyed) {
      stream.setTimeout(askAfterMs);
    }
  };
  stream.on('timeout', () => void look());
  stream.setTimeout(askAfterMs);

  const { query } = client;
  const watched = (text: unknown, ...rest: unknown[]): unknown => {
    if (typeof text === 'string') {
      if (liftsLimit.test(text)) unlimited = true;
      else if (limitsAgain.test(text)) unlimited = false;
    }
    const answer = Reflect.apply(query, client, [text, ...rest]);
    if (answer instanceof Promise) {
      const answered = () => {
        unanswered -= 1;
      };
      unanswered += 1;
      answer.then(answered, answered);
    }
    return answer;
  };
  Object.defineProperty(client, 'query', { value: watched, configurable: true });
};
