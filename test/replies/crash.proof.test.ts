import { afterEach, describe, expect, it, vi } from 'vitest';
import { createInternalClient } from '../../packages/internal/src/index.ts';
import { type SmtpSandbox, startSmtpSandbox } from '../../scripts/sandbox/smtp.ts';
import { runStatement } from '../../scripts/servers/postgres.ts';
import { clonePostgres, type TestDatabase } from '../database.ts';
import { signedToken } from '../harness.ts';
import { startProcess, type TestProcess } from '../process.ts';
import { createClient } from '../public-client.ts';
import { type FakeModel, startFakeModel } from './fake-model.ts';
import { goodReply } from './reply-fixtures.ts';

const secret = 's'.repeat(40);
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

let model: FakeModel;
let smtp: SmtpSandbox;
let database: TestDatabase & { url: string };
let running: TestProcess | undefined;

afterEach(async () => {
  await running?.end('SIGKILL');
  await Promise.all([model.close(), smtp.close()]);
});

const startService = async () => {
  running = startProcess('server/main.ts', {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    INTERNAL_PORT: '0',
    DATABASE_URL: database.url,
    AUTH_JWT_SECRET: secret,
    RATE_LIMIT: 'off',
    LOAD_SHEDDING: 'off',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'atendimento@exemplo.com.br',
    ...model.env,
  });
  const started = running;
  const ready = JSON.parse(await started.line(/"msg":"ready"/));
  const token = await signedToken({ role: 'admin', email: 'operador@exemplo.com.br' }, secret);
  return {
    process: started,
    client: createClient({ baseUrl: ready.public, token }),
    trpc: createInternalClient({ url: ready.internal, token }),
  };
};

type Started = Awaited<ReturnType<typeof startService>>;

const sendBatch = ({ client }: Started, key: string, ids: number[]) =>
  client.createBatchReplies({
    headers: { 'idempotency-key': key },
    body: { support_ids: ids, salvar: true, enviar_email: true },
  });

/** How many mails the server received for each ticket. */
const mailsOf = (ids: number[]): number[] =>
  ids.map((id) => smtp.mails.filter(({ to }) => to[0] === `ticket-${id}@exemplo.com.br`).length);

describe('a batch whose process is killed', () => {
  it('leaves one message and at most one mail a ticket, at whatever point it dies and however often it is retried', async () => {
    // Every step takes some time, so that kills hit all of them.
    model = await startFakeModel(async () => {
      await pause(20 + Math.random() * 60);
      return goodReply;
    });
    smtp = await startSmtpSandbox({ onMail: () => pause(Math.random() * 40) });
    database = await clonePostgres();
    let service = await startService();
    const seen = { answered: 0, unsaved: 0, inDoubt: 0, lost: 0 };

    for (let round = 0; round < 12; round += 1) {
      const ids: number[] = [];
      for (let count = 0; count < 16; count += 1) {
        const { id } = await service.trpc.tickets.create.mutate({
          subject: 'Não recebi',
          body: 'A edição não chegou.',
          main: 'Entrega',
          requesterEmail: 'x@exemplo.com.br',
        });
        ids.push(id);
      }
      await runStatement(
        database.url,
        "update tickets set requester_email = 'ticket-' || id || '@exemplo.com.br'",
      );
      const key = `round-${round}`;
      const callsBefore = model.calls.length;
      const answers = Array.from({ length: 20 }, () =>
        sendBatch(service, key, ids).then(
          ({ status }) => status,
          () => 'cut',
        ),
      );
      // A round later each time: after the first calls to the model, in the middle, and while the
      // last replies are saved.
      await vi.waitFor(() => expect(model.calls.length - callsBefore).toBeGreaterThan(round), {
        timeout: 60_000,
        interval: 5,
      });
      await service.process.end('SIGKILL');
      const before = await Promise.all(answers);
      expect(before.every((answer) => [200, 409, 'cut'].includes(answer))).toBe(true);
      if (before.includes(200)) seen.answered += 1;

      service = await startService();
      const messages = await Promise.all(
        ids.map(async (id) => (await service.trpc.tickets.get.query({ id })).messages.length - 1),
      );
      expect(messages.every((count) => count <= 1)).toBe(true);
      seen.unsaved += messages.filter((count) => count === 0).length;
      if (!before.includes(200)) {
        // The dead run holds the key until its lease expires, unless it died before claiming it.
        const { status } = await sendBatch(service, key, ids);
        const untouched = messages.every((count) => count === 0);
        expect(untouched ? [200, 409] : [409]).toContain(status);
        await runStatement(database.url, 'update idempotency_keys set lease_until = now()');
      }
      const again = await Promise.all(
        Array.from({ length: 5 }, () => sendBatch(service, key, ids)),
      );
      expect(again.some(({ status }) => status === 200)).toBe(true);
      expect(again.every(({ status }) => status === 200 || status === 409)).toBe(true);
      // Expires the leases of the dead process and makes waiting mails due.
      await runStatement(
        database.url,
        'update outbox set lease_until = now() where lease_until is not null; update outbox set due_at = now()',
      );
      const { trpc } = service;
      // Its own schedule may be running it just now.
      await vi.waitFor(() => trpc.jobs.run.mutate({ name: 'send-mails' }), 60_000);

      for (const id of ids) {
        const { messages: all } = await service.trpc.tickets.get.query({ id });
        expect(all.map(({ origin }) => origin)).toEqual(['requester', 'ai']);
        const { items } = await service.trpc.outbox.list.query({ ticketId: id });
        expect(items).toHaveLength(1);
        const [mail] = items;
        const received = mailsOf([id])[0];
        if (mail?.status === 'sent') expect(received).toBe(1);
        else {
          expect(mail?.status).toBe('unknown');
          expect(received).toBeLessThanOrEqual(1);
          seen.inDoubt += 1;
          if (received === 0) seen.lost += 1;
        }
      }
    }
    process.stdout.write(`12 kills, 192 tickets: ${JSON.stringify(seen)}\n`);
    // The kills hit the middle of batches: some tickets had been saved and some had not.
    expect(seen.unsaved).toBeGreaterThan(0);
    expect(seen.unsaved).toBeLessThan(192);
    await service.process.end('SIGTERM');
    await database.drop();
  });
});
