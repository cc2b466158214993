import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../db/connection/database.ts';
import { pendingMigrations } from '../../db/migrate.ts';
import { createEmptyDatabase } from '../database.ts';
import { signedToken } from '../harness.ts';
import { openEventStream } from '../hints/event-stream.ts';
import { startProcess } from '../process.ts';
import { formerRelease, installFormerRelease } from '../support/former-release.ts';
import { fleetSecret, startFleet, startLoad } from './fleet.ts';
import { addQuizzes, listAttempts, startReaders } from './quiz-readers.ts';

let former = '';
beforeAll(() => {
  former = installFormerRelease();
});

/**
 * A gateway that hands in mails until stopped. It asks the process of the other place if one is
 * restarting, as mail gateways do; a mail that arrives twice is one.
 */
const startMails = (internalUrls: readonly string[], headers: Record<string, string>) => {
  const report = { accepted: [] as string[], failed: [] as string[] };
  let stopping = false;
  const ingest = async (subject: string): Promise<void> => {
    const raw = Buffer.from(
      `From: Ana <${subject}@exemplo.com.br>\r\nTo: ajuda@exemplo.com.br\r\nSubject: ${subject}\r\n` +
        `Message-ID: <${subject}@exemplo.com.br>\r\n\r\nNão recebi a edição de hoje.\r\n`,
    ).toString('base64');
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const response = await fetch(
        `${internalUrls[attempt % internalUrls.length]}/trpc/inbound.ingest`,
        {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ raw }),
        },
      ).catch(() => undefined);
      if (response?.status === 200) {
        report.accepted.push(subject);
        return;
      }
      // The place restarts: its port is closed, or it stops.
      if (response && response.status !== 503) {
        report.failed.push(`${subject}: ${response.status} ${await response.text()}`);
        return;
      }
    }
    report.failed.push(`${subject}: no process took it`);
  };
  const gateway = (async () => {
    for (let turn = 0; !stopping; turn += 1) await ingest(`carta-${turn}`);
  })();
  return {
    stop: async () => {
      stopping = true;
      await gateway;
      return report;
    },
  };
};

/** A console that follows the hints, on the other process whenever its stream ends. */
const followHints = async (internalUrls: readonly string[], headers: Record<string, string>) => {
  const seen = new Set<string>();
  let leaving = false;
  let turn = 0;
  let stream = await openEventStream(internalUrls[0] ?? '', headers);
  expect(stream.response.status).toBe(200);
  const following = (async () => {
    while (!leaving) {
      await vi.waitUntil(() => leaving || !stream.isOpen, { timeout: 600_000 });
      for (const data of stream.data()) seen.add(data);
      if (leaving) break;
      turn += 1;
      const url = internalUrls[turn % internalUrls.length] ?? '';
      stream = await openEventStream(url, headers, stream.lastEventId).catch(() => stream);
    }
  })();
  return {
    sees: (data: string) => seen.has(data) || stream.data().includes(data),
    reconnects: () => turn,
    leave: async () => {
      leaving = true;
      stream.leave();
      await following;
    },
  };
};

it(`the release before (${formerRelease}) serves while this one migrates and takes over, and back`, async () => {
  const redisUrl = process.env.TEST_REDIS_URL;
  if (!redisUrl) throw new Error('needs Redis: set TEST_REDIS_URL');
  const empty = await createEmptyDatabase();
  const formerMain = join(former, 'server/main.ts');
  const fleet = await startFleet(
    {
      DATABASE_URL: empty.url,
      REDIS_URL: redisUrl,
      // The load generator shares the machine: a refusal for load would say nothing of migrating.
      LOAD_SHEDDING: 'off',
      CONSOLE_URL: 'https://console.exemplo.com.br',
      OIDC_ISSUER: 'https://entrada.exemplo.com.br',
      OIDC_CLIENT_ID: 'leitor',
      OIDC_CLIENT_SECRET: 'x'.repeat(40),
    },
    formerMain,
  );
  const { db, close } = await openDatabase(empty.location, () => undefined);
  onTestFinished(async () => {
    await fleet.close();
    await close();
    await empty.drop();
  });
  const seeding = startProcess(join(former, 'scripts/seed.ts'), {
    DATABASE_URL: empty.url,
    STORAGE_URL: fleet.settings.STORAGE_URL ?? '',
  });
  expect(await seeding.ended(), seeding.lines.join('\n')).toBe(0);
  const quizzes = await addQuizzes(db);
  const newTicket = async () =>
    (
      await db
        .insertInto('tickets')
        .values({ subject: 'Anexos', main: 'Assinatura' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const token = await signedToken(
    { role: 'agent', email: 'atendimento@exemplo.com.br' },
    fleetSecret,
  );
  const headers = { authorization: `Bearer ${token}` };
  const ticketId = await newTicket();
  const load = startLoad(fleet.url, token, ticketId, await newTicket());
  const readers = startReaders(fleet.url, quizzes);
  const mails = startMails(fleet.internalUrls, headers);
  const hints = await followHints(fleet.internalUrls, headers);
  onTestFinished(hints.leave);

  await fleet.roll('server/main.ts');
  expect(await pendingMigrations(db)).toEqual([]);
  const afterUpgrade = load.answered();
  await fleet.roll(formerMain);
  await fleet.roll('server/main.ts');
  expect(await pendingMigrations(db)).toEqual([]);

  const report = await load.stop();
  const submitted = await readers.stop();
  const delivered = await mails.stop();

  expect([report.failed, submitted.failed, delivered.failed]).toEqual([[], [], []]);
  expect(Math.max(report.slowestMs, submitted.slowestMs)).toBeLessThan(3_000);
  expect(afterUpgrade).toBeGreaterThan(100);
  expect(report.answered).toBeGreaterThan(afterUpgrade);

  const namesOf = async (query: ReturnType<typeof sql<{ name: string }>>) =>
    (await query.execute(db)).rows.map(({ name }) => name).sort();
  // An extra entry would be a duplicated write, a missing one a lost write.
  expect(await namesOf(sql`select name from tags where name ~ '^c[0-9]+-[0-9]+$'`)).toEqual(
    report.tags.sort(),
  );
  expect(
    await namesOf(
      sql`select name from attachments where ticket_id = ${ticketId} and state = 'ready'`,
    ),
  ).toEqual(report.files.sort());
  expect(await listAttempts(db)).toEqual(submitted.accepted.sort());
  expect(
    await namesOf(sql`select subject as name from tickets where subject like 'carta-%'`),
  ).toEqual(delivered.accepted.sort());
  const { rows: tickets } = await sql<{ id: number }>`
    select id from tickets where subject like 'carta-%'
  `.execute(db);
  for (const { id } of tickets)
    await expect.poll(() => hints.sees(`ticket:${id}`), { timeout: 30_000 }).toBe(true);
  expect(hints.reconnects()).toBeGreaterThan(0);

  const { rows: deadlocks } = await sql`
    select deadlocks::integer as count from pg_stat_database where datname = current_database()
  `.execute(db);
  expect(deadlocks).toEqual([{ count: 0 }]);
  expect(fleet.lines().filter((line) => line.includes('"level":50'))).toEqual([]);
});
