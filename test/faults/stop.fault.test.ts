import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/connection/database.ts';
import { uploadWithPause } from '../attachments/paused-upload.ts';
import { signedToken } from '../harness.ts';
import { type FaultEnvironment, startFaultEnvironment } from './fault-environment.ts';
import { type Journal, openJournal } from './journal.ts';
import { startLoad } from './load.ts';
import { sha256Of } from './operations.ts';
import { byProfile } from './profile.ts';
import { verifyOutcome } from './verify-outcome.ts';

const uploads = 50;
const batches = 5;
const ticketsEach = 8;
const bytes = 300_000;

/** Resolves once the process refuses new connections. */
const hasClosed = async (url: string): Promise<void> => {
  for (let look = 0; look < 600; look += 1) {
    const refused = await fetch(`${url}/livez`, { headers: { connection: 'close' } }).then(
      () => false,
      () => true,
    );
    if (refused) return;
    await pause(50);
  }
  throw new Error('the service still accepts connections');
};

/** Resolves once the requests with these idempotency keys are running. */
const haveBegun = async (environment: FaultEnvironment, keys: readonly string[]): Promise<void> => {
  const database = await openDatabase(
    { url: environment.postgres.url, poolSize: 1 },
    () => undefined,
  );
  try {
    for (let look = 0; look < 600; look += 1) {
      const rows = await database.db
        .selectFrom('idempotency_keys')
        .select('status')
        .where('key', 'in', keys)
        .execute();
      if (rows.length === keys.length) {
        expect(rows.filter(({ status }) => status !== null)).toEqual([]);
        return;
      }
      await pause(20);
    }
    throw new Error('the batches did not start');
  } finally {
    await database.close();
  }
};

/** Opens a ticket, records it as acknowledged and returns its id. */
const openTicket = async (
  environment: FaultEnvironment,
  journal: Journal,
  subject: string,
): Promise<number> => {
  const fields = { subject, body: subject, main: 'Conta' };
  const { id } = await environment.trpc().tickets.create.mutate(fields);
  journal.write('ticket', subject, subject).acknowledge();
  return id;
};

/** Opens the tickets of a batch and records the expected replies. */
const openTickets = async (
  environment: FaultEnvironment,
  journal: Journal,
  name: string,
): Promise<number[]> => {
  const ids: number[] = [];
  for (let count = 0; count < ticketsEach; count += 1) {
    const subject = `${name}-${count}`;
    ids.push(await openTicket(environment, journal, subject));
    journal.write('reply', subject, 'ai').acknowledge();
  }
  return ids;
};

describe('SIGTERM', () => {
  it('with 50 uploads half sent and 5 batches running: all of them complete and the process exits with 0', async () => {
    const rounds = byProfile({ short: 1, long: 5 });
    const environment = await startFaultEnvironment();
    const [handle] = environment.processes;
    if (!handle) throw new Error('no process');
    const journal = openJournal();
    const load = await startLoad(environment, journal, { workers: 4 });
    const ticketId = await openTicket(environment, journal, 'anexos');
    // Each upload is somebody else's: one person may not send so many a minute.
    const someone = () =>
      signedToken({ role: 'agent', email: `${crypto.randomUUID()}@exemplo.com.br` });
    const sha256 = sha256Of('x'.repeat(bytes));

    for (let round = 0; round < rounds; round += 1) {
      await load.progress(20);
      const release = Promise.withResolvers<void>();
      const sent = await Promise.all(
        Array.from({ length: uploads }, async (_, index) => {
          const name = `round-${round}-${index}.txt`;
          const url = `${handle.url}/support/${ticketId}/anexos`;
          const entry = journal.write('attachment', name, sha256);
          const upload = await uploadWithPause(
            url,
            await someone(),
            { name, bytes },
            release.promise,
          );
          return { entry, ...upload };
        }),
      );
      const asked: number[][] = [];
      for (let batch = 0; batch < batches; batch += 1) {
        asked.push(await openTickets(environment, journal, `round-${round}-${batch}`));
      }
      const letModelAnswer = environment.model.hold();
      const keys = asked.map(() => crypto.randomUUID());
      const running = Promise.all(
        asked.map(async (support_ids, batch) => {
          const client = await environment.client({ role: 'agent' });
          const headers = { 'idempotency-key': keys[batch] };
          return client.createBatchReplies({ headers, body: { support_ids, salvar: true } });
        }),
      );
      running.catch(() => undefined);
      await haveBegun(environment, keys);
      const ended = handle.end();
      await hasClosed(handle.url);
      release.resolve();
      letModelAnswer();
      const statuses = await Promise.allSettled(sent.map(({ answered }) => answered));
      const incomplete = statuses.filter(
        (upload) => upload.status === 'rejected' || upload.value !== 201,
      );
      expect(incomplete).toEqual([]);
      for (const { entry } of sent) entry.acknowledge();
      for (const { body } of await running) {
        expect(body).toMatchObject({ success: true, data: { salvos: ticketsEach } });
      }
      expect(await ended).toBe(0);
      await handle.restart();
    }
    await verifyOutcome(`SIGTERM, ${rounds} times`, environment, journal, load);
  });
});
