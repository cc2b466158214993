import { once } from 'node:events';
import { request as open } from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { findKey } from '../../db/idempotency/idempotency.ts';
import { minuteMs } from '../../server/core/civil-time.ts';
import { claimKey, hashOf, removeExpiredKeys } from '../../server/idempotency/service.ts';
import { answering, openQuizRoom } from '../quiz/quiz-fixtures.ts';
import { effectOf, type KeyedRequest, type Machine } from './key-machine.ts';

/** A response: its status with the error code, if there is one, and its body. */
export interface Outcome {
  status: string;
  body: string;
  replayed: boolean;
}

/** An upload that has sent the first part of its body. */
interface HalfUpload {
  finish: () => Promise<Outcome>;
  abort: () => void;
}

/** The service with two callers, two tickets and a quiz, anew for each run. */
export type KeyWorld = Awaited<ReturnType<typeof openKeyWorld>>;

export const openKeyWorld = async () => {
  const room = await openQuizRoom();
  const quiz = await room.aQuiz();
  const ctx = room.service.contextFor('test');
  const agent = await room.trpc({ role: 'agent' });
  const halves = new Map<number, HalfUpload>();
  let callers: { email: string; authorization: string }[] = [];
  let tickets: number[] = [];
  let modelCalls = 0;

  const callerOf = ({ caller }: KeyedRequest) =>
    callers[caller] ?? { email: '', authorization: '' };
  const pathOf = ({ operation, ticket }: KeyedRequest): string => {
    if (operation === 'submit') return '/quiz/submit';
    return operation === 'upload'
      ? `/support/${tickets[ticket]}/anexos`
      : '/support/fast-response/lote';
  };
  /** The file name says whose effect it is. */
  const fileOf = (request: KeyedRequest) => `${effectOf(request).replaceAll(/[/ ]/g, '-')}.txt`;
  const partsOf = (request: KeyedRequest) => [
    `--b\r\nContent-Disposition: form-data; name="arquivo"; filename="${fileOf(request)}"\r\nContent-Type: text/plain\r\n\r\ntexto`,
    ` do anexo\r\n--b--\r\n`,
  ];
  /** The body of a JSON request, in the order of its schema. */
  const jsonOf = ({ operation, variant }: KeyedRequest) =>
    operation === 'submit'
      ? { quizId: quiz.id, answers: answering(quiz, variant === 'a' ? 10 : 3) }
      : { support_ids: tickets, salvar: false, autor: variant, enviar_email: false };
  const databaseKeyOf = (request: KeyedRequest) => ({
    caller: callerOf(request).email,
    path: pathOf(request),
    key: `chave-${request.key}`,
  });

  /** Sends the first part of a request, and the rest when asked to. */
  const begin = (request: KeyedRequest) => {
    const form = request.operation === 'upload';
    const [first = '', rest = ''] = form ? partsOf(request) : [JSON.stringify(jsonOf(request))];
    const req = open(room.url + pathOf(request), {
      method: 'POST',
      agent: false,
      headers: {
        authorization: callerOf(request).authorization,
        'idempotency-key': `chave-${request.key}`,
        'content-type': form ? 'multipart/form-data; boundary=b' : 'application/json',
      },
    });
    const outcome = once(req, 'response').then(async ([response]): Promise<Outcome> => {
      const code = response.headers['x-error-code'];
      return {
        status: [response.statusCode, code].filter(Boolean).join(' '),
        body: await text(response),
        replayed: response.headers['idempotent-replayed'] === 'true',
      };
    });
    req.on('error', () => undefined);
    outcome.catch(() => undefined);
    req.write(first);
    const finish = () => {
      req.end(rest);
      return outcome;
    };
    return { finish, abort: () => req.destroy() };
  };

  const keyRow = (request: KeyedRequest) => findKey(ctx.db, databaseKeyOf(request));
  const filesIn = async (state: 'pending' | 'ready') => {
    const rows = await ctx.db
      .selectFrom('attachments')
      .select('name')
      .where('ticket_id', 'in', tickets)
      .where('state', '=', state)
      .execute();
    return rows.map(({ name }) => name).sort();
  };
  const pendingFiles = async () => (await filesIn('pending')).length;

  const world = {
    /** New callers and tickets. */
    reset: async () => {
      for (const { abort } of halves.values()) abort();
      halves.clear();
      const openTicket = async () =>
        (await agent.tickets.create.mutate({ subject: 'Oi', body: 'Oi', main: 'Entrega' })).id;
      tickets = [await openTicket(), await openTicket()];
      const newCaller = async () => {
        const email = `${crypto.randomUUID()}@exemplo.com.br`;
        return { email, authorization: `Bearer ${await room.token({ role: 'agent', email })}` };
      };
      callers = [await newCaller(), await newCaller()];
      modelCalls = room.model.requests.length;
    },
    send: (request: KeyedRequest): Promise<Outcome> => begin(request).finish(),
    /**
     * Sends the first half of an upload whose key is free, and waits until the service has claimed
     * the key and begun the file.
     */
    startUpload: async (request: KeyedRequest, run: number) => {
      const pending = await pendingFiles();
      halves.set(run, begin(request));
      await expect.poll(pendingFiles, { interval: 1 }).toBe(pending + 1);
    },
    finishUpload: async (run: number) => {
      const outcome = await halves.get(run)?.finish();
      halves.delete(run);
      return outcome;
    },
    /**
     * The caller of an upload disconnects. Resolves when the service has dropped what had arrived
     * and, if it is its own, the key.
     */
    abortUpload: async (request: KeyedRequest, run: number, owns: boolean) => {
      const pending = await pendingFiles();
      halves.get(run)?.abort();
      halves.delete(run);
      await expect.poll(pendingFiles, { interval: 1 }).toBe(pending - 1);
      if (owns) await expect.poll(() => keyRow(request), { interval: 1 }).toBeUndefined();
    },
    /** A process claims a key and dies. */
    die: async (request: KeyedRequest) => {
      const bodyHash = request.operation === 'upload' ? undefined : hashOf(jsonOf(request));
      return 'run' in (await claimKey(ctx, databaseKeyOf(request), bodyHash));
    },
    pass: async (minutes: number) => {
      room.clock.now = new Date(room.clock.now.getTime() + minutes * minuteMs);
      // Leases go by the database's clock.
      await sql`update idempotency_keys set lease_until = lease_until - make_interval(mins => ${minutes}::integer)`.execute(
        ctx.db,
      );
    },
    cleanUp: () => removeExpiredKeys(ctx),
    /** Compares what requests have done, and the keys, with the machine. */
    compare: async (machine: Machine) => {
      const effectsOf = (operation: string) =>
        machine.effects.filter((effect) => effect.startsWith(operation));
      expect(await filesIn('ready')).toEqual(
        effectsOf('upload')
          .map((effect) => `${effect.replaceAll(/[/ ]/g, '-')}.txt`)
          .sort(),
      );
      const attempts = await ctx.db
        .selectFrom('quiz_attempts')
        .select('email')
        .where(
          'email',
          'in',
          callers.map(({ email }) => email),
        )
        .execute();
      expect(attempts).toHaveLength(effectsOf('submit').length);
      const keys = await ctx.db
        .selectFrom('idempotency_keys')
        .select('status')
        .where(
          'caller',
          'in',
          callers.map(({ email }) => email),
        )
        .execute();
      const stored = [...machine.keys.values()].filter((key) => key.stored !== undefined);
      expect([keys.length, keys.filter(({ status }) => status !== null).length]).toEqual([
        machine.keys.size,
        stored.length,
      ]);
      // A preview asks the model once for each of its two tickets.
      expect(room.model.requests.length - modelCalls).toBe(2 * effectsOf('preview').length);
    },
    close: async () => {
      for (const { abort } of halves.values()) abort();
      await room.close();
    },
  };
  return world;
};
