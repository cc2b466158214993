import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runStatement } from '../../scripts/servers/postgres.ts';
import { findRedis, startRedis } from '../../scripts/servers/redis.ts';
import type { TestApp } from '../harness.ts';
import { openEventStream } from '../hints/event-stream.ts';
import { countReads, lacksPostgres, replicaInUse, startPair } from './replica-pair.ts';

let pair: Awaited<ReturnType<typeof startPair>>;
let app: TestApp;

const pause = () => runStatement(pair.standby.url, 'select pg_wal_replay_pause()');
const resume = () => runStatement(pair.standby.url, 'select pg_wal_replay_resume()');
// So long that nothing here takes the replica out while its replay is paused.
const maxStalenessMs = 60_000;

const ticket = (main: string) => ({ subject: `Sobre ${main}`, body: 'Bom dia!', main });
const unique = () => `m${crypto.randomUUID().replaceAll('-', '')}`;

describe.skipIf(lacksPostgres)('reads from a replica whose replay is paused', () => {
  beforeAll(async () => {
    pair = await startPair();
    app = await pair.start({}, { maxStalenessMs });
    await replicaInUse(app);
  });
  afterEach(resume);
  afterAll(async () => {
    await app.close();
    await pair.stop();
  });

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

  it('rankings, histories and groups are of the replica; permissions are checked on the primary', async () => {
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
    expect((await admin.groups.ranking.query({ groupId })).ranking).toHaveLength(2);
    const before = await countReads(app, 'replica');
    await reader.listMyGroups();
    await (await app.trpc()).audit.list.query();
    expect(await countReads(app, 'replica')).toBe(before + 2);
    await admin.groups.removeMember.mutate({ groupId, email: member });
    expect(await ranking()).toBe(403);
    expect(await countReads(app, 'replica-failed')).toBe(0);
  });

  it.skipIf(!findRedis())('with Redis, a write in one process is known to the others', async () => {
    const redis = await startRedis(findRedis() ?? 'redis-server');
    const options = { maxStalenessMs };
    const processes = [
      await pair.start({ REDIS_URL: redis.url }, options),
      await pair.start({ REDIS_URL: redis.url }, options),
    ] as const;
    try {
      for (const process of processes) await replicaInUse(process);
      await pause();
      const main = unique();
      const email = `${unique()}@exemplo.com.br`;
      const [here, there] = processes;
      const writer = await here.trpc({ role: 'agent', email });
      const listed = async (person: { role: 'agent'; email?: string }) =>
        (await (await there.trpc(person)).tickets.list.query({ main })).items.length;
      // A busy Redis takes longer than the processes wait for it.
      await expect
        .poll(async () => {
          await writer.tickets.create.mutate(ticket(main));
          return listed({ role: 'agent', email });
        })
        .toBeGreaterThan(0);
      await expect.poll(() => listed({ role: 'agent' })).toBe(0);
      // Nobody knows who wrote then.
      await redis.stop();
      expect(await listed({ role: 'agent' })).toBeGreaterThan(0);
    } finally {
      for (const process of processes) await process.close();
      await redis.stop();
    }
  });
});
