import { afterAll, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { expectSound } from './fuzz.ts';

const app = await startApp();
afterAll(() => app.close());

it('400 mutated uploads over sockets, some cut off: no 5xx, no hang, nothing left over', {
  timeout: 60_000,
}, async () => {
  const tally = await expectSound(app, 400, 20_261_121);
  // It is no proof unless uploads were taken, refused and cut off.
  expect(Object.keys(tally)).toEqual(expect.arrayContaining(['0', '201', '400', '415']));
});
