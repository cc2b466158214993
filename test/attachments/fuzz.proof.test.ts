import { afterAll, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { expectSound } from './fuzz.ts';

const uploads = Number(process.env.FUZZ_UPLOADS ?? 20_000);

const app = await startApp({ ATTACHMENTS_PER_TICKET: '1000000' });
afterAll(() => app.close());

it(`${uploads} mutated uploads over sockets, 5 % of them cut off: no 5xx, no hang, nothing left behind`, async () => {
  const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
  const tally = await expectSound(app, uploads, seed);
  process.stdout.write(
    `seed ${seed}, answers by status (0: the sender left): ${JSON.stringify(tally)}\n`,
  );
  expect(tally[0]).toBeGreaterThan(0.04 * uploads);
  expect(tally[201]).toBeGreaterThan(0.025 * uploads);
});
