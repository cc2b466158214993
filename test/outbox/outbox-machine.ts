import type { MailStatus } from '../../db/schema.ts';

// The outbox as a plain machine in memory, written from docs/behaviour/mail.md#mail. Times are minutes
// since the run began.

/** The hourly limit of the machine and of the service under test. */
export const perHour = 2;
export const leaseMinutes = 2;
const retryPauses = [1, 5, 15, 60];
/** With these pauses the next attempt would be more than a day after the first one. */
export const maxAttempts = 27;
/** A mail that its caller sends at once is due for the job two minutes later. */
const firstAttemptMinutes = 2;

export type Outcome = 'sent' | 'rejected' | 'postponed' | 'unknown';

/** What the mail server does with a mail, and how the attempt then ends. */
export const endings = {
  accepts: 'sent',
  'refuses the recipient': 'rejected',
  'is busy': 'postponed',
  'is busy after the text': 'postponed',
  'dies after the text': 'unknown',
} as const satisfies Record<string, Outcome>;
export type ServerMood = keyof typeof endings;

/**
 * What a mail server does with a mail that a stalled process hands over, and how that attempt ends.
 */
export const stallEndings = {
  accepts: 'sent',
  refuses: 'rejected',
  'is busy': 'postponed',
  dies: 'unknown',
} as const satisfies Record<string, Outcome>;
export type StallEnding = keyof typeof stallEndings;

export type MachineStatus = MailStatus | 'undone';

export interface MachineMail {
  id: number;
  mailId: string;
  address: string;
  status: MachineStatus;
  attempts: number;
  /** Attempts before it was last retried. */
  attemptsBefore: number;
  dueAt: number;
  undoUntil: number | null;
  lastAttemptAt: number;
  leaseUntil: number;
  /** How often an administrator sent it although it was in doubt. */
  pardons: number;
  /**
   * Whether an administrator retried or dropped it while it was in doubt: the limit no longer
   * counts that attempt.
   */
  settled: boolean;
}

/** An attempt of a process that is slow, frozen or dead. */
export interface Stalled {
  mail: MachineMail;
  attempt: number;
  stage: 'recipient' | 'text';
  leaseUntil: number;
}

export interface Machine {
  now: number;
  mood: ServerMood;
  mails: MachineMail[];
  stalled: Stalled[];
  /** The transitions so far: `from event to`. */
  reached: Set<string>;
}

export const newMachine = (reached = new Set<string>()): Machine => ({
  now: 0,
  mood: 'accepts',
  mails: [],
  stalled: [],
  reached,
});

const statuses = [
  'pending',
  'sending',
  'sent',
  'unknown',
  'failed',
  'dropped',
  'bounced',
  'undone',
] as const;
const events: [event: string, to: MachineStatus, from: readonly MachineStatus[]][] = [
  ['claimed', 'sending', ['pending']],
  ['sent', 'sent', ['sending', 'unknown']],
  ['rejected', 'failed', ['sending', 'unknown']],
  ['postponed', 'pending', ['sending', 'unknown']],
  ['postponed', 'failed', ['sending', 'unknown']],
  ['in doubt', 'unknown', ['sending', 'unknown']],
  ['abandoned', 'unknown', ['sending']],
  ['bounced', 'bounced', ['sending', 'sent', 'unknown']],
  ['retried', 'pending', ['pending', 'unknown', 'failed', 'dropped']],
  ['dropped', 'dropped', ['pending', 'unknown', 'failed', 'dropped']],
  ['undone', 'undone', ['pending']],
];
const ignored: [event: string, at: readonly MachineStatus[]][] = [
  ['undo refused', statuses],
  ['retry refused', ['sending', 'sent', 'bounced', 'undone']],
  ['drop refused', ['sending', 'sent', 'bounced', 'undone']],
  ['late result', statuses.filter((status) => status !== 'undone')],
];

/** Every transition that a mail can make, and every event that must leave it as it is. */
export const transitions: readonly string[] = [
  ...events.flatMap(([event, to, from]) => from.map((status) => `${status} ${event} ${to}`)),
  ...ignored.flatMap(([event, at]) => at.map((status) => `${status} ${event} ${status}`)),
];

/** Moves a mail, or notes that an event left it as it is. */
export const move = (
  { reached }: Machine,
  mail: MachineMail,
  event: string,
  to: MachineStatus = mail.status,
): void => {
  reached.add(`${mail.status} ${event} ${to}`);
  mail.status = to;
};

export const enqueue = (
  { now }: Machine,
  undoMinutes: number,
  named: Pick<MachineMail, 'id' | 'mailId' | 'address'>,
): MachineMail => ({
  ...named,
  status: 'pending',
  attempts: 0,
  attemptsBefore: 0,
  dueAt: now + (undoMinutes || firstAttemptMinutes),
  undoUntil: undoMinutes > 0 ? now + undoMinutes : null,
  lastAttemptAt: Number.NEGATIVE_INFINITY,
  leaseUntil: 0,
  pardons: 0,
  settled: false,
});

/** How many mails may still leave in this hour. */
export const freeThisHour = ({ now, mails }: Machine): number =>
  perHour -
  mails.filter(
    ({ status, lastAttemptAt }) =>
      ['sending', 'sent', 'unknown', 'bounced'].includes(status) && lastAttemptAt > now - 60,
  ).length;

export const isUndoable = ({ now }: Machine, mail: MachineMail): boolean =>
  mail.status === 'pending' && mail.undoUntil !== null && mail.undoUntil > now;

export const isDue = ({ now }: Machine, mail: MachineMail): boolean =>
  mail.status === 'pending' && mail.dueAt <= now;

/** Whether an attempt can begin now. */
export const isClaimable = (machine: Machine, mail: MachineMail): boolean =>
  mail.status === 'pending' && !isUndoable(machine, mail) && freeThisHour(machine) > 0;

/** Begins an attempt and returns its number. */
export const begin = (machine: Machine, mail: MachineMail): number => {
  const { now } = machine;
  move(machine, mail, 'claimed', 'sending');
  mail.attempts += 1;
  Object.assign(mail, { lastAttemptAt: now, leaseUntil: now + leaseMinutes });
  return mail.attempts;
};

/** Ends the attempt with this number, if the mail still is where that attempt left it. */
export const end = (
  machine: Machine,
  mail: MachineMail,
  attempt: number,
  outcome: Outcome,
): void => {
  if (mail.attempts !== attempt || !['sending', 'unknown'].includes(mail.status)) {
    move(machine, mail, 'late result');
  } else if (outcome === 'postponed') {
    const sinceRetry = attempt - mail.attemptsBefore;
    const last = sinceRetry >= maxAttempts;
    if (!last) mail.dueAt = machine.now + (retryPauses[sinceRetry - 1] ?? 60);
    move(machine, mail, 'postponed', last ? 'failed' : 'pending');
  } else if (outcome === 'rejected') {
    move(machine, mail, 'rejected', 'failed');
  } else {
    move(machine, mail, outcome === 'sent' ? 'sent' : 'in doubt', outcome);
  }
};

/** One whole attempt, if one can begin. */
export const attempt = (machine: Machine, mail: MachineMail): void => {
  if (isClaimable(machine, mail)) {
    end(machine, mail, begin(machine, mail), endings[machine.mood]);
  }
};

/** Marks mails whose sender died as in doubt. */
export const abandon = (machine: Machine): void => {
  for (const mail of machine.mails) {
    const abandoned = mail.status === 'sending' && mail.leaseUntil <= machine.now;
    if (abandoned) move(machine, mail, 'abandoned', 'unknown');
  }
};

/** Whether an administrator may still retry or drop it. */
export const isOpen = ({ status }: MachineMail): boolean =>
  ['pending', 'failed', 'unknown', 'dropped'].includes(status);

export const retry = (machine: Machine, mail: MachineMail): void => {
  const inDoubt = mail.status === 'unknown' || (mail.status === 'dropped' && mail.settled);
  if (inDoubt) Object.assign(mail, { pardons: mail.pardons + 1, settled: true });
  move(machine, mail, 'retried', 'pending');
  Object.assign(mail, { dueAt: machine.now, undoUntil: null, attemptsBefore: mail.attempts });
  attempt(machine, mail);
};

export const drop = (machine: Machine, mail: MachineMail): void => {
  mail.settled ||= mail.status === 'unknown';
  move(machine, mail, 'dropped', 'dropped');
};

/** Why a pending mail has not left. */
export const waitingFor = (machine: Machine, mail: MachineMail): string | null => {
  if (mail.status !== 'pending') return null;
  if (isUndoable(machine, mail)) return 'undo';
  if (mail.dueAt > machine.now) return 'retry';
  return freeThisHour(machine) > 0 ? null : 'hourly-limit';
};
