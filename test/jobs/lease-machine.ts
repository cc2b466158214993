// The runs of one job and their leases as a plain machine in memory, written from
// docs/architecture.md#jobs-and-leases. Times are minutes since midnight.

export const leaseMinutes = 10;
export const retryPauses = [1, 5] as const;
/** For how long after its time a run may start. */
export const windowMinutes = 40;

export interface MachineRun {
  /** The number of the last attempt: the fence. */
  fence: number;
  leaseUntil: number;
  done: boolean;
  retryAt: number | null;
}

/** What an instance works on. */
export interface Held {
  key: number;
  fence: number;
}

export interface Machine {
  now: number;
  /** By the time that they were scheduled for. */
  runs: Map<number, MachineRun>;
  /** What each instance works on, as far as it knows. */
  instances: (Held | undefined)[];
  /** The transitions so far: `from event to`. */
  reached: Set<string>;
}

export const newMachine = (
  now: number,
  instances: number,
  reached = new Set<string>(),
): Machine => ({
  now,
  runs: new Map(),
  instances: Array.from({ length: instances }, () => undefined),
  reached,
});

type State = 'new' | 'held' | 'expired' | 'pausing' | 'retryable' | 'done';

const endings = ['publishes', 'returns', 'fails', 'stops'] as const;
export type Ending = (typeof endings)[number];
const afterEnding = {
  publishes: 'done',
  returns: 'done',
  fails: 'pausing',
  stops: 'retryable',
} as const;

const holders = ['held', 'expired'] as const;
/** The states of a run that an attempt can find at its end when another one has taken it over. */
const takenOver = ['held', 'expired', 'pausing', 'retryable', 'done'] as const;

/** Every transition of a run, and every event that must leave it as it is. */
export const transitions: readonly string[] = [
  'new claimed held',
  'expired claimed held',
  'retryable claimed held',
  'held refused held',
  'pausing refused pausing',
  'done refused done',
  'new refused for another run new',
  'held renewed held',
  ...holders.flatMap((from) => endings.map((ending) => `${from} ${ending} ${afterEnding[ending]}`)),
  ...takenOver.flatMap((state) => endings.map((ending) => `${state} ${ending} late ${state}`)),
];

const stateOf = (run: MachineRun | undefined, now: number): State => {
  if (!run) return 'new';
  if (run.done) return 'done';
  if (run.leaseUntil > now) return 'held';
  if (run.retryAt === null) return 'expired';
  return run.retryAt > now ? 'pausing' : 'retryable';
};

const isHeld = ({ done, leaseUntil }: MachineRun, now: number): boolean =>
  !done && leaseUntil > now;

/** The run of every hour that may start now. */
export const dueKey = ({ now }: Machine): number | undefined => {
  const hour = Math.floor(now / 60) * 60;
  return now < hour + windowMinutes ? hour : undefined;
};

export const isClaimable = ({ now, runs, reached }: Machine, key: number): boolean => {
  const state = stateOf(runs.get(key), now);
  const others = [...runs].filter(([other]) => other !== key);
  if (others.some(([, run]) => isHeld(run, now))) {
    reached.add(`${state} refused for another run ${state}`);
    return false;
  }
  const free = ['new', 'expired', 'retryable'].includes(state);
  if (!free) reached.add(`${state} refused ${state}`);
  return free;
};

export const claim = (machine: Machine, instance: number, key: number): void => {
  machine.reached.add(`${stateOf(machine.runs.get(key), machine.now)} claimed held`);
  const fence = (machine.runs.get(key)?.fence ?? 0) + 1;
  const leaseUntil = machine.now + leaseMinutes;
  machine.runs.set(key, { fence, leaseUntil, done: false, retryAt: null });
  machine.instances[instance] = { key, fence };
};

/** The run that an instance works on, unless another one has taken it over. */
const currentRun = (machine: Machine, { key, fence }: Held): MachineRun | undefined => {
  const run = machine.runs.get(key);
  return run && run.fence === fence && !run.done ? run : undefined;
};

/** Whether an instance still renews: one whose lease has expired stops. */
export const renews = (machine: Readonly<Machine>, held: Held): boolean =>
  (currentRun(machine, held)?.leaseUntil ?? 0) > machine.now;

export const renew = (machine: Machine, held: Held): void => {
  const run = currentRun(machine, held);
  machine.reached.add(`${stateOf(run, machine.now)} renewed held`);
  if (run) run.leaseUntil = machine.now + leaseMinutes;
};

/** Ends what an instance works on; returns whether it counted. */
export const end = (machine: Machine, instance: number, ending: Ending): boolean => {
  const held = machine.instances[instance];
  machine.instances[instance] = undefined;
  const run = held && currentRun(machine, held);
  if (!run || !held) {
    const state = stateOf(held && machine.runs.get(held.key), machine.now);
    machine.reached.add(`${state} ${ending} late ${state}`);
    return false;
  }
  const from = stateOf(run, machine.now);
  if (ending === 'fails' || ending === 'stops') {
    // A run that a stopping process gives up may start again at once.
    const pause = ending === 'stops' ? 0 : (retryPauses[held.fence - 1] ?? retryPauses[1]);
    run.leaseUntil = machine.now;
    run.retryAt = machine.now + pause;
  } else {
    run.done = true;
  }
  machine.reached.add(`${from} ${ending} ${stateOf(run, machine.now)}`);
  return true;
};
