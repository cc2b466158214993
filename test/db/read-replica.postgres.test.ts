import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runStatement } from '../../scripts/servers/postgres.ts';
import type { TestApp } from '../harness.ts';
import { openEventStream } from '../hints/event-stream.ts';
import { countReads, lacksPostgres, replicaInUse, startPair } from './replica-pair.ts';

let pair: Awaited<ReturnType<typeof startPair>>;
beforeAll(async () => {
  if (!lacksPostgres) pair = await startPair();
});
afterAll(() => pair?.stop());

const onStandby = (statement: string) => runStatement(pair.standby.url, statement);
const pause = () => onStandby('select pg_wal_replay_pause()');
const resume = () => onStandby('select pg_wal_replay_resume()');
// So long that nothing here takes the replica out while its replay is paused.
const maxStalenessMs = 60_000;

const ticket = (main: string) => ({ subject: `Sobre ${main}`, body: 'Bom dia!', main });
const unique = () => `m${crypto.randomUUID().replaceAll('-', '')}`;

describe.skipIf(lacksPostgres)('reads from a replica whose replay is paused', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await pair.start({}, { maxStalenessMs });
    await replicaInUse(app);
  });
  afterEach(resume);
  afterAll(() => app.close());

  it('lists, the queue, search and reports are of the replica; their writer reads the primary', async () => {
    await pause();
    const main = unique();
    const [writer, other] = [await app.trpc({ role: 'agent' }), await app.trpc({ role: 'agent' })];
    const { id } = await writer.tickets.create.mutate(ticket(main));
    const views = (agent: typeof writer, from: string) =>
      Promise.all([
        agent.tickets.list.query({ main }),
        agent.tickets.list.query({ search: main }),
        agent.tickets.queue.query({ limit: 100 }),
        agent.reports.timeSeries.query({ main, from }),
        agent.reports.filters.query(),
      ]).then(([list, found, queue, series]) => ({
        listed: list.items.map((one) => one.id),
        found: found.items.map((one) => one.id),
        queued: queue.items.some((one) => one.id === id),
        counted: series.series.reduce((sum, { total }) => sum + total, 0),
      }));
    const nothing = { listed: [], found: [], queued: false, counted: 0 };
    // Of another range, because reports are cached.
    expect(await views(other, '2026-01-02')).toEqual(nothing);
    expect(await views(writer, '2026-01-01')).toMatchObject({
      listed: [id],
      found: [id],
      queued: true,
      counted: 1,
    });
    expect(await writer.tickets.get.query({ id })).toMatchObject({ id });
    expect(await other.tickets.get.query({ id })).toMatchObject({ id });
    await resume();
    await expect.poll(async () => (await other.tickets.list.query({ main })).items.length).toBe(1);
    expect(await countReads(app, 'replica-failed')).toBe(0);
  });

  it('what a page fetches after a hint is of the primary', async () => {
    await pause();
    const main = unique();
    const email = `${unique()}@exemplo.com.br`;
    const [writer, other] = [
      await app.trpc({ role: 'agent' }),
      await app.trpc({ role: 'agent', email }),
    ];
    const authorization = `Bearer ${await app.token({ role: 'agent', email })}`;
    const stream = await openEventStream(app.internalUrl, { authorization });
    const { id } = await writer.tickets.create.mutate(ticket(main));
    await stream.receives(`ticket:${id}`);
    stream.leave();
    expect((await other.tickets.list.query({ main })).items).toMatchObject([{ id }]);
  });

  it('rankings are of the replica; permissions are checked on the primary', async () => {
    const admin = await app.trpc();
    const member = `${unique()}@exemplo.com.br`;
    const reader = await app.client({ email: member });
    const { groupId } = await admin.groups.create.mutate({
      name: 'Clube',
      isPublic: false,
      ownerEmail: `${unique()}@exemplo.com.br`,
    });
    await admin.groups.addMember.mutate({ groupId, email: member });
    const ranking = async () => {
      const response = await reader.getGroupRanking({ params: { groupId } });
      return response.status === 200 ? response.body.data.ranking.length : response.status;
    };
    await expect.poll(ranking).toBe(1);
    await pause();
    await admin.streaks.recordReading.mutate({ email: member });
    await admin.groups.addMember.mutate({ groupId, email: `${unique()}@exemplo.com.br` });
    expect(await ranking()).toBe(1);
    expect((await admin.groups.ranking.query({ groupId })).items).toHaveLength(2);
    await admin.groups.removeMember.mutate({ groupId, email: member });
    expect(await ranking()).toBe(403);
    expect(await countReads(app, 'replica-failed')).toBe(0);
  });
});

/**
 * Lists tickets as a caller without writes. Returns a function that stops it, and rejects if a
 * request failed.
 */
const startReading = async (app: TestApp) => {
  const reader = await app.trpc();
  let stopped = false;
  const read = async () => {
    while (!stopped) await reader.tickets.list.query();
  };
  const workers = Promise.all([read(), read(), read(), read()]);
  workers.catch(() => undefined);
  return async () => {
    stopped = true;
    await workers;
  };
};

describe.skipIf(lacksPostgres)('a replica', () => {
  it('loses no request when a replica is killed, and reads it again when it is back', async () => {
    const app = await pair.start();
    onTestFinished(app.close);
    await replicaInUse(app);
    const stopReading = await startReading(app);
    await pair.standby.crash();
    const reports = () => app.logs.filter(({ msg }) => String(msg).includes('left out'));
    await expect.poll(reports).not.toEqual([]);
    await pair.standby.restart();
    await replicaInUse(app);
    await stopReading();
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  });
});
