import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { someCommands } from './outbox-commands.ts';
import { newMachine } from './outbox-machine.ts';
import { openOutboxWorld } from './outbox-world.ts';

const world = await openOutboxWorld();
afterAll(() => world.close());

it('the outbox does what its machine in memory does, whatever people, time, processes and the mail server do', async () => {
  const property = fc.asyncProperty(someCommands, async (commands) => {
    await world.reset();
    await fc.asyncModelRun(() => ({ model: newMachine(), real: world }), commands);
  });
  await fc.assert(property, { numRuns: 10 });
  expect(world.smtp.mails.length).toBeGreaterThan(0);
});
