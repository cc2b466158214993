import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { InFlight, KeyedRequest, Machine } from './key-machine.ts';
import * as machines from './key-machine.ts';
import { type KeyWorld, type Outcome, openKeyWorld } from './key-world.ts';

const world = await openKeyWorld();
afterAll(() => world.close());

type Command = fc.AsyncCommand<Machine, KeyWorld>;

const command = (
  title: string,
  run: (machine: Machine, real: KeyWorld) => Promise<void>,
  check: (machine: Readonly<Machine>) => boolean = () => true,
): Command => ({
  check,
  run: async (machine, real) => {
    await run(machine, real);
    await real.compare(machine);
  },
  toString: () => title,
});

const describeRequest = (request: KeyedRequest) =>
  `${request.operation} ${machines.effectOf(request)}`;
const success = (request: KeyedRequest) => (request.operation === 'upload' ? '201' : '200');
const inUse = '409 idempotency-key-in-use';

/** Does in the machine what the service has done, and compares the response. */
const finished = (machine: Machine, flight: InFlight, outcome: Outcome | undefined): void => {
  const ending = machines.finish(machine, flight, outcome?.body ?? '');
  const expected = {
    done: success(flight.request),
    'in-use': inUse,
    attempted: '403 quiz-already-attempted',
  };
  expect([outcome?.status, outcome?.replayed]).toEqual([expected[ending], false]);
};

/** A request, and what it gets if it is the only one. */
const send = (request: KeyedRequest) =>
  command(`send ${describeRequest(request)}`, async (machine, real) => {
    const verdict = machines.judge(machine, request);
    const outcome = await real.send(request);
    const stored = machine.keys.get(machines.ownerOf(request))?.stored;
    if (verdict === 'runs') {
      finished(machine, { request, run: machines.claim(machine, request) }, outcome);
    } else if (verdict === 'replays') {
      expect(outcome).toEqual({ status: success(request), body: stored, replayed: true });
    } else {
      expect(outcome.status).toBe(verdict === 'in-use' ? inUse : '422 idempotency-key-reused');
    }
  });

/** The same request four times at once: it happens once, and nobody gets another response. */
const sendTogether = (request: KeyedRequest) =>
  command(
    `send together ${describeRequest(request)}`,
    async (machine, real) => {
      const outcomes = await Promise.all(Array.from({ length: 4 }, () => real.send(request)));
      const others = outcomes.filter(({ status }) => status !== inUse);
      const first = others.find(({ replayed }) => !replayed);
      finished(machine, { request, run: machines.claim(machine, request) }, first);
      expect(new Set(others.map(({ status }) => status)).size).toBe(1);
      // A refusal is not stored: each request may get one, with a request id of its own.
      if (first?.status !== success(request)) return;
      expect(new Set(others.map(({ body }) => body)).size).toBe(1);
      expect(others.filter(({ replayed }) => !replayed)).toHaveLength(1);
    },
    (machine) => machines.judge(machine, request) === 'runs',
  );

const start = async (machine: Machine, real: KeyWorld, request: KeyedRequest): Promise<void> => {
  const run = machines.claim(machine, request);
  machine.inFlight.push({ request, run });
  await real.startUpload(request, run);
};

/** An upload whose body stops on its way: its caller is slow, or the process is frozen. */
const startUpload = (request: KeyedRequest) =>
  command(
    `start ${describeRequest(request)}`,
    (machine, real) => start(machine, real, request),
    (machine) => machines.judge(machine, request) === 'runs',
  );

const endAt = async (
  machine: Machine,
  real: KeyWorld,
  pick: number,
  ending: 'finish' | 'abort',
): Promise<void> => {
  const [flight] = machine.inFlight.splice(pick % machine.inFlight.length, 1);
  if (!flight) return;
  if (ending === 'finish') {
    finished(machine, flight, await real.finishUpload(flight.run));
  } else {
    await real.abortUpload(flight.request, flight.run, machines.holds(machine, flight));
    machines.release(machine, flight);
  }
};

const endUpload = (pick: number, ending: 'finish' | 'abort') =>
  command(
    `${ending}(${pick})`,
    (machine, real) => endAt(machine, real, pick, ending),
    ({ inFlight }) => inFlight.length > 0,
  );

/**
 * An upload freezes for longer than its lease, its caller sends it again, and then the first one
 * ends.
 */
const takeOver = (pick: number, ending: 'finish' | 'abort') =>
  command(
    `take over, ${ending}(${pick})`,
    async (machine, real) => {
      const flight = machine.inFlight[pick % machine.inFlight.length];
      if (!flight) return;
      await real.pass(machines.leaseMinutes);
      machine.now += machines.leaseMinutes;
      const { request } = flight;
      if (machines.judge(machine, request) === 'runs') await start(machine, real, request);
      await endAt(machine, real, machine.inFlight.indexOf(flight), ending);
    },
    ({ inFlight }) => inFlight.length > 0,
  );

const die = (request: KeyedRequest) =>
  command(
    `die during ${describeRequest(request)}`,
    async (machine, real) => {
      machines.claim(machine, request);
      expect(await real.die(request)).toBe(true);
    },
    (machine) => machines.judge(machine, request) === 'runs',
  );

const pass = (minutes: number) =>
  command(`pass(${minutes} min)`, async (machine, real) => {
    await real.pass(minutes);
    machine.now += minutes;
  });

const cleanUp = () =>
  command('clean up', async (machine, real) => {
    await real.cleanUp();
    machines.removeExpired(machine);
  });

const requestOf = (...among: machines.Operation[]): fc.Arbitrary<KeyedRequest> =>
  fc.record({
    operation: fc.constantFrom(...among),
    // Mostly the same, so that requests meet.
    caller: fc.constantFrom(0, 0, 0, 1),
    ticket: fc.constantFrom(0, 0, 0, 1),
    key: fc.constantFrom(0, 0, 0, 1),
    variant: fc.constantFrom('a', 'a', 'a', 'b'),
  });
const anEnding = fc.constantFrom('finish', 'abort');
const anyRequest = requestOf(...machines.operations);

const someCommands = fc.commands(
  [
    anyRequest.map(send),
    anyRequest.map(send),
    requestOf('upload').map(send),
    anyRequest.map(sendTogether),
    requestOf('upload').map(startUpload),
    fc.tuple(fc.nat(3), anEnding).map((end) => endUpload(...end)),
    fc.tuple(fc.nat(3), anEnding).map((end) => takeOver(...end)),
    anyRequest.map(die),
    fc.constantFrom(1, 2, 3, 60, 1_437, 1_440).map(pass),
    fc.constantFrom(3, 1_440).map(pass),
    fc.constant(cleanUp()),
  ],
  { maxCommands: 40, size: 'max' },
);

it('a key makes its request happen once, whatever repeats, callers, bodies, crashes and time do', async () => {
  let effects = 0;
  const property = fc.asyncProperty(someCommands, async (commands) => {
    await world.reset();
    const model = machines.newMachine();
    await fc.asyncModelRun(() => ({ model, real: world }), commands);
    effects += model.effects.length;
  });
  await fc.assert(property, { numRuns: 15 });
  expect(effects).toBeGreaterThan(0);
});
