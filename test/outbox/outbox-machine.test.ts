import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { Command } from './outbox-commands.ts';
import {
  bounce,
  mood,
  pass,
  reply,
  resume,
  retryAndResume,
  sendDue,
  settle,
  someCommands,
  stall,
  stallNew,
  undo,
} from './outbox-commands.ts';
import {
  leaseMinutes,
  type MachineStatus,
  maxAttempts,
  newMachine,
  type StallEnding,
  transitions,
} from './outbox-machine.ts';
import { openOutboxWorld } from './outbox-world.ts';

// Scripted runs that reach every transition of a mail, whatever random runs happen to reach.

const dayMinutes = 24 * 60;
const endings: readonly StallEnding[] = ['accepts', 'refuses', 'is busy', 'dies'];

/** How a new mail gets into each status. */
const waysTo: Record<MachineStatus, () => Command[]> = {
  pending: () => [reply(1)],
  sending: () => [stallNew('text')],
  sent: () => [reply(0)],
  unknown: () => [mood('dies after the text'), reply(0)],
  failed: () => [mood('refuses the recipient'), reply(0)],
  dropped: () => [reply(1), settle('drop', 0)],
  bounced: () => [reply(0), bounce(0)],
  undone: () => [reply(1), undo(0)],
};

/** A mail whose process counts as dead after the lease; it may go on later. */
const abandoned = () => [stallNew('text'), pass(leaseMinutes), sendDue()];

/** A mail that has one attempt left. */
const nearTheEnd = () => [
  mood('is busy'),
  reply(0),
  ...Array.from({ length: maxAttempts - 2 }, () => [pass(60), sendDue()]).flat(),
];

/** What may happen to an abandoned mail before its process goes on. */
const meanwhile: Command[][] = [
  [settle('drop', 0)],
  [bounce(0)],
  [settle('retry', 0)],
  [mood('is busy'), settle('retry', 0)],
  [mood('refuses the recipient'), settle('retry', 0)],
  [mood('dies after the text'), settle('retry', 0)],
  [mood('is busy'), settle('retry', 0), stall(0, 'text')],
];

const tours: readonly Command[][] = [
  ...Object.values(waysTo).flatMap((way) => [
    [...way(), undo(0), settle('retry', 0)],
    [...way(), undo(0), settle('drop', 0)],
  ]),
  [...waysTo.pending(), settle('retry', 0)],
  [...waysTo.sending(), bounce(0)],
  [...waysTo.unknown(), bounce(0)],
  [reply(1), pass(1), undo(0)],
  ...endings.flatMap((ending) => [
    [stallNew('recipient'), resume(0, ending)],
    [stallNew('text'), resume(0, ending)],
    [...abandoned(), resume(0, ending)],
  ]),
  [...nearTheEnd(), stall(0, 'text'), resume(0, 'is busy')],
  [...nearTheEnd(), stall(0, 'text'), pass(leaseMinutes), sendDue(), resume(0, 'is busy')],
  [...nearTheEnd(), settle('retry', 0), pass(1), sendDue()],
  [mood('is busy'), reply(1), pass(dayMinutes), sendDue(), pass(1), sendDue()],
  // The lease is lost twice: what the first process reports late must not count.
  [stallNew('text'), retryAndResume(0)],
  [stallNew('text'), sendDue(), resume(0, 'accepts')],
  ...meanwhile.map((steps) => [...abandoned(), ...steps, resume(0, 'accepts')]),
];

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
