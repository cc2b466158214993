// The runs of one job and their leases as a plain machine in memory, written from docs/architecture.md#jobs-and-leases. Times are
// minutes since midnight.

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
}

export const newMachine = (now: number, instances: number): Machine => ({
  now,
  runs: new Map(),
  instances: Array.from({ length: instances }, () => undefined),
});

const isHeld = ({ done, leaseUntil }: MachineRun, now: number): boolean =>
  !done && leaseUntil > now;

/** The run of every hour that may start now. */
export const dueKey = ({ now }: Machine): number | undefined => {
  const hour = Math.floor(now / 60) * 60;
  return now < hour + windowMinutes ? hour : undefined;
};

export const isClaimable = ({ now, runs }: Machine, key: number): boolean => {
  for (const [other, run] of runs) if (other !== key && isHeld(run, now)) return false;
  const run = runs.get(key);
  return !run || (!run.done && !isHeld(run, now) && (run.retryAt === null || run.retryAt <= now));
};

export const claim = (machine: Machine, instance: number, key: number): void => {
  const fence = (machine.runs.get(key)?.fence ?? 0) + 1;
  const leaseUntil = machine.now + leaseMinutes;
  machine.runs.set(key, { fence, leaseUntil, done: false, retryAt: null });
  machine.instances[instance] = { key, fence };
};

/** The run that an instance works on, unless another one has taken it over. */
export const currentRun = (machine: Machine, { key, fence }: Held): MachineRun | undefined => {
  const run = machine.runs.get(key);
  return run && run.fence === fence && !run.done ? run : undefined;
};

/** Whether an instance still renews: one whose lease has expired stops. */
export const renews = (machine: Readonly<Machine>, held: Held): boolean =>
  (currentRun(machine, held)?.leaseUntil ?? 0) > machine.now;

export const renew = (machine: Machine, held: Held): void => {
  const run = currentRun(machine, held);
  if (run) run.leaseUntil = machine.now + leaseMinutes;
};

export type Ending = 'publishes' | 'returns' | 'fails' | 'stops';

/** Ends what an instance works on; returns whether it counted. */
export const end = (machine: Machine, instance: number, ending: Ending): boolean => {
  const held = machine.instances[instance];
  machine.instances[instance] = undefined;
  const run = held && currentRun(machine, held);
  if (!run || !held) return false;
  if (ending === 'fails' || ending === 'stops') {
    // A run that a stopping process gives up may start again at once.
    const pause = ending === 'stops' ? 0 : (retryPauses[held.fence - 1] ?? retryPauses[1]);
    run.leaseUntil = machine.now;
    run.retryAt = machine.now + pause;
  } else {
    run.done = true;
  }
  return true;
};
