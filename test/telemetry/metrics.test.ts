import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { type Exposition, readMetrics } from './exposition.ts';

const app = await startApp();
afterAll(() => app.close());
const trpc = await app.trpc();

/** How much the metrics grew while `work` ran. */
const growth = async (work: () => Promise<unknown>): Promise<Exposition['sum']> => {
  const before = await readMetrics(app);
  await work();
  const after = await readMetrics(app);
  return (name, labels) => after.sum(name, labels) - before.sum(name, labels);
};

describe('/metrics', () => {
  it('counts requests by route, and those of the internal API by procedure', async () => {
    const grown = await growth(async () => {
      await (await app.client()).deleteTag({ params: { id: 999_999 } });
      await trpc.tags.list.query();
      await fetch(`${app.internalUrl}/trpc/made.up`);
    });
    const count = 'http_request_duration_seconds_count';
    const route = (name: string, status: string) => grown(count, { route: name, status });
    expect(route('/support/tags/:id', '404')).toBe(1);
    expect(route('/trpc/tags.list', '200')).toBe(1);
    expect(route('none', '401')).toBe(1);
  });

  it('has no e-mail or id in any label', async () => {
    const { samples } = await readMetrics(app);
    const values = samples.flatMap(({ labels: { le, ...labels } }) => Object.values(labels));
    expect(values.length).toBeGreaterThan(100);
    expect(values.filter((value) => /@|[0-9a-f]{8}-|\d{4,}/.test(value))).toEqual([]);
  });
});
