// Idempotency keys as a plain machine in memory, written from docs/behaviour/http.md#idempotency. Times
// are minutes since the run began.

export const leaseMinutes = 3;
const lifeMinutes = 24 * 60;

/** An upload's body is known once it has arrived; the others' before their key is claimed. */
export const operations = ['upload', 'submit', 'preview'] as const;
export type Operation = (typeof operations)[number];

/** A request: who sends what under which key. `variant` is the body. */
export interface KeyedRequest {
  operation: Operation;
  caller: number;
  /** The ticket in an upload's path. */
  ticket: number;
  key: number;
  variant: 'a' | 'b';
}

export interface MachineKey {
  /** The request that holds the key or has got its response stored. */
  run: number;
  /** Of the request, if it is known. */
  variant: KeyedRequest['variant'] | undefined;
  leaseUntil: number;
  expiresAt: number;
  /** The response, as JSON. */
  stored: string | undefined;
}

/** A request whose body is on its way. */
export interface InFlight {
  request: KeyedRequest;
  run: number;
}

export interface Machine {
  now: number;
  runs: number;
  keys: Map<string, MachineKey>;
  inFlight: InFlight[];
  /** What requests have done: one line for each time. */
  effects: string[];
}

export const newMachine = (): Machine => ({
  now: 0,
  runs: 0,
  keys: new Map(),
  inFlight: [],
  effects: [],
});

/** One for each caller, path and key. */
export const ownerOf = ({ operation, caller, ticket, key }: KeyedRequest): string =>
  [operation, caller, operation === 'upload' ? ticket : '', key].join('/');

export const effectOf = (request: KeyedRequest): string => `${ownerOf(request)} ${request.variant}`;

/** A reader has one attempt at a quiz, whatever the key. */
const isAttempted = ({ effects }: Machine, { operation, caller }: KeyedRequest): boolean =>
  operation === 'submit' && effects.some((effect) => effect.startsWith(`submit/${caller}/`));

export type Verdict = 'runs' | 'in-use' | 'reused' | 'replays';

/** What becomes of a request under its key. */
export const judge = ({ now, keys }: Machine, request: KeyedRequest): Verdict => {
  const row = keys.get(ownerOf(request));
  if (!row || row.expiresAt <= now || (row.stored === undefined && row.leaseUntil <= now))
    return 'runs';
  const differs = row.variant !== undefined && row.variant !== request.variant;
  if (differs && (request.operation !== 'upload' || row.stored !== undefined)) return 'reused';
  return row.stored === undefined ? 'in-use' : 'replays';
};

/** The key is now held by this request; returns the number of its run. */
export const claim = (machine: Machine, request: KeyedRequest): number => {
  machine.runs += 1;
  machine.keys.set(ownerOf(request), {
    run: machine.runs,
    variant: request.operation === 'upload' ? undefined : request.variant,
    leaseUntil: machine.now + leaseMinutes,
    expiresAt: machine.now + lifeMinutes,
    stored: undefined,
  });
  return machine.runs;
};

/** Whether a run still has its key. */
export const holds = ({ keys }: Machine, { request, run }: InFlight): boolean =>
  keys.get(ownerOf(request))?.run === run;

export const release = (machine: Machine, flight: InFlight): void => {
  if (holds(machine, flight)) machine.keys.delete(ownerOf(flight.request));
};

/**
 * Does the work of a run and stores its response. Returns how it ends; nothing happens if the run
 * has lost its key.
 */
export const finish = (
  machine: Machine,
  flight: InFlight,
  response: string,
): 'done' | 'in-use' | 'attempted' => {
  if (!holds(machine, flight)) return 'in-use';
  if (isAttempted(machine, flight.request)) {
    release(machine, flight);
    return 'attempted';
  }
  const row = machine.keys.get(ownerOf(flight.request));
  if (row) Object.assign(row, { variant: flight.request.variant, stored: response });
  machine.effects.push(effectOf(flight.request));
  return 'done';
};

/** The hourly clean-up. */
export const removeExpired = ({ now, keys }: Machine): void => {
  for (const [owner, { expiresAt }] of keys) if (expiresAt <= now) keys.delete(owner);
};
