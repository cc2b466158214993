import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { Ending, Machine } from './lease-machine.ts';
import * as machines from './lease-machine.ts';
import { type LeaseWorld, openLeaseWorld } from './lease-world.ts';

const size = 3;
const world = await openLeaseWorld(size);
afterAll(() => world.close());

interface Model extends Machine {
  /** Keys of the runs that were published. */
  published: number[];
}
type Command = fc.AsyncCommand<Model, LeaseWorld>;

const command = (
  title: string,
  run: (model: Model, real: LeaseWorld) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command => ({
  check,
  run: async (model, real) => {
    await run(model, real);
    await real.compare(model, model.published);
  },
  toString: () => title,
});

const isIdle = (instance: number) => (model: Readonly<Model>) => !model.instances[instance];
const isBusy = (instance: number) => (model: Readonly<Model>) => !!model.instances[instance];

/** An instance looks at the schedule. */
const tick = (instance: number) =>
  command(
    `tick(${instance})`,
    async (model, real) => {
      const due = machines.dueKey(model);
      const key = due !== undefined && machines.isClaimable(model, due) ? due : undefined;
      expect(await real.tick(instance)).toBe(key);
      if (key !== undefined) machines.claim(model, instance, key);
    },
    isIdle(instance),
  );

/** All idle instances look at once: one of them may get the run. */
const tickTogether = () =>
  command('tickTogether', async (model, real) => {
    const idle = model.instances.flatMap((held, index) => (held ? [] : [index]));
    const due = machines.dueKey(model);
    const free = due !== undefined && idle.length > 0 && machines.isClaimable(model, due);
    const keys = await Promise.all(idle.map((instance) => real.tick(instance)));
    const winners = idle.filter((_, index) => keys[index] !== undefined);
    expect(winners).toHaveLength(free ? 1 : 0);
    for (const winner of winners) machines.claim(model, winner, due ?? Number.NaN);
  });

/** Somebody runs the job by hand, on an instance that is idle. */
const runNow = (instance: number) =>
  command(
    `runNow(${instance})`,
    async (model, real) => {
      const key = machines.isClaimable(model, model.now) ? model.now : undefined;
      expect(await real.runNow(instance)).toBe(key);
      if (key !== undefined) machines.claim(model, instance, key);
    },
    isIdle(instance),
  );

/**
 * The work of an instance ends, however long it was frozen. Nothing counts of a run that another
 * one has taken over.
 */
const end = (instance: number, ending: Ending) =>
  command(
    `${ending}(${instance})`,
    async (model, real) => {
      const key = model.instances[instance]?.key;
      const counted = machines.end(model, instance, ending);
      if (counted && ending === 'publishes' && key !== undefined) model.published.push(key);
      await real.end(instance, ending);
    },
    isBusy(instance),
  );

const crash = (instance: number) =>
  command(
    `crash(${instance})`,
    async (model, real) => {
      model.instances[instance] = undefined;
      real.crash(instance);
    },
    isBusy(instance),
  );

const renew = (instance: number) =>
  command(
    `renew(${instance})`,
    async (model, real) => {
      const held = model.instances[instance];
      if (!held) return;
      machines.renew(model, held);
      expect(await real.renew(instance, held)).toBe(true);
    },
    (model) => {
      const held = model.instances[instance];
      return held !== undefined && machines.renews(model, held);
    },
  );

const pass = (minutes: number) =>
  command(`pass(${minutes} min)`, async (model, real) => {
    await real.pass(minutes);
    model.now += minutes;
  });

const anInstance = fc.nat(size - 1);
const anEnding = fc.constantFrom<Ending>('publishes', 'publishes', 'returns', 'fails', 'stops');
const someCommands = fc.commands(
  [
    anInstance.map(tick),
    anInstance.map(tick),
    fc.constant(tickTogether()),
    anInstance.map(runNow),
    fc.tuple(anInstance, anEnding).map((ending) => end(...ending)),
    fc.tuple(anInstance, anEnding).map((ending) => end(...ending)),
    anInstance.map(crash),
    anInstance.map(renew),
    fc.constantFrom(1, 5, 9, 10, 30).map(pass),
    fc.constantFrom(1, 10, 60).map(pass),
  ],
  { maxCommands: 40, size: 'max' },
);

/** Scripted runs that reach every transition, whatever random runs happen to reach. */
const endings: readonly Ending[] = ['publishes', 'returns', 'fails', 'stops'];
const expire = () => pass(machines.leaseMinutes);
/** The second instance takes the run over from the first, and leaves it in each state. */
const takenOver = (): Command[][] => [
  [tick(1)],
  [tick(1), expire()],
  [tick(1), end(1, 'fails')],
  [tick(1), end(1, 'stops')],
  [tick(1), end(1, 'publishes')],
];
const tours: Command[][] = [
  [tick(0), tick(1), renew(0), pass(1), runNow(1), end(0, 'publishes'), tick(1)],
  [tick(0), end(0, 'fails'), tick(1), pass(1), tick(1)],
  [tick(0), end(0, 'stops'), tick(1)],
  [tick(0), crash(0), expire(), tickTogether()],
  ...endings.flatMap((ending) => [
    [tick(0), end(0, ending)],
    [tick(0), expire(), end(0, ending)],
    ...takenOver().map((steps) => [tick(0), expire(), ...steps, end(0, ending)]),
  ]),
];

it('instances share a job as the model in memory does: one holder, nothing published twice', async () => {
  const published: number[] = [];
  const reached = new Set<string>();
  const property = fc.asyncProperty(someCommands, async (commands) => {
    const model: Model = { ...machines.newMachine(0, size, reached), published: [] };
    await world.reset(model);
    await fc.asyncModelRun(() => ({ model, real: world }), commands);
    published.push(...model.published);
  });
  await fc.assert(property, { numRuns: tours.length + 60, examples: tours.map((tour) => [tour]) });
  expect(published.length).toBeGreaterThan(0);
  expect(machines.transitions.filter((transition) => !reached.has(transition))).toEqual([]);
});
