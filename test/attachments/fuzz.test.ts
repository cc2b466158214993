import { afterAll, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { expectSound } from './fuzz.ts';

const app = await startApp({ ATTACHMENTS_PER_TICKET: '1000000' });
afterAll(() => app.close());

it('400 mutated uploads over sockets, some cut off: no 5xx, no hang, nothing left behind', async () => {
  const tally = await expectSound(app, 400, 20_261_121);
  // Proves nothing unless some uploads were accepted, some refused and some cut off.
  expect(Object.keys(tally)).toEqual(expect.arrayContaining(['0', '201', '400', '415']));
});
