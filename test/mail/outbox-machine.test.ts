import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { someCommands } from './outbox-commands.ts';
import { newMachine, transitions } from './outbox-machine.ts';
import { tours } from './outbox-tours.ts';
import { openOutboxWorld } from './outbox-world.ts';

const world = await openOutboxWorld();
afterAll(() => world.close());

it('the outbox does what its machine in memory does, through every transition and in random order', async () => {
  const reached = new Set<string>();
  const property = fc.asyncProperty(someCommands, async (commands) => {
    await world.reset();
    await fc.asyncModelRun(() => ({ model: newMachine(reached), real: world }), commands);
  });
  await fc.assert(property, { numRuns: tours.length + 10, examples: tours.map((tour) => [tour]) });
  expect([...reached].sort()).toEqual([...transitions].sort());
});
