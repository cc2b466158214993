import { afterAll, expect, it } from 'vitest';
import { clonePostgres } from '../database.ts';
import { startApp } from '../harness.ts';

const database = await clonePostgres();
const apps = [
  await startApp({}, { database: database.location }),
  await startApp({}, { database: database.location }),
];
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await database.drop();
});

it('a revocation reaches every process within five seconds without Redis, and outlives restarts', async () => {
  const [here, there] = apps;
  if (!here || !there) throw new Error('two processes');
  const email = `${crypto.randomUUID()}@exemplo.com.br`;
  const token = await here.token({ email });
  const statusAt = async (url: string) =>
    (await fetch(`${url}/support/tags`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await statusAt(there.url)).toBe(200);
  const issuedBefore = new Date(Date.now() + 1_000).toISOString();
  await (await here.trpc()).tokens.revoke.mutate({ email, issuedBefore });
  // A busy machine takes longer.
  await expect.poll(() => statusAt(there.url), { timeout: 15_000 }).toBe(401);
  const restarted = await startApp({}, { database: database.location });
  apps.push(restarted);
  expect(await statusAt(restarted.url)).toBe(401);
});
