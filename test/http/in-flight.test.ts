import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { limitConcurrency } from '../../server/http/concurrency-limit.ts';

/** The limits that docs/behaviour.md#limits promises. */
const promised = [
  ...readFileSync('docs/behaviour.md', 'utf8').matchAll(
    /^ *\| `([\w-]+)` \| [^|]+ \| \d+(?: an hour)? \| (\d+) \|$/gm,
  ),
].map(([, cost = '', inFlight]) => ({ cost, inFlight: Number(inFlight) }));

const requestOf = (cost: string, subject: string) =>
  ({
    tsRestRoute: { metadata: { cost } },
    context: { actor: { kind: 'person', subject, email: 'ana@exemplo.com.br' } },
  }) as unknown as Request;

describe('the requests of a caller at the same time', () => {
  it.each(promised)('are at most $inFlight of $cost', ({ cost, inFlight }) => {
    const refusals: string[] = [];
    const limit = limitConcurrency((refused) => refusals.push(refused));
    const send = (subject: string, of = cost) => {
      const response = new EventEmitter();
      limit(requestOf(of, subject), response as unknown as Response, () => undefined);
      return response;
    };
    const sent = Array.from({ length: inFlight }, () => send('ana'));
    for (let time = 0; time < 2; time += 1)
      expect(() => send('ana')).toThrow(
        expect.objectContaining({ code: 'rate-limited', retryAfterSeconds: 1 }),
      );
    expect(refusals).toEqual([cost, cost]);
    send('bia');
    send('ana', cost === 'generation' ? 'read' : 'generation');
    sent[0]?.emit('close');
    send('ana');
    expect(() => send('ana')).toThrow('rate-limited');
  });

  it('are limited in every class', () => {
    expect(promised).toHaveLength(11);
  });
});
