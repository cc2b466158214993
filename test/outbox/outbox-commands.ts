import fc from 'fast-check';
import { expect } from 'vitest';
import { aBounce } from '../inbound/mails.ts';
import type { Machine, MachineMail, ServerMood, StallEnding } from './outbox-machine.ts';
import * as machines from './outbox-machine.ts';
import type { OutboxWorld } from './outbox-world.ts';

const isMood = (name: string): name is ServerMood => name in machines.endings;

export type Command = fc.AsyncCommand<Machine, OutboxWorld>;

/** A step that everything is compared after. */
const command = (
  title: string,
  run: (machine: Machine, world: OutboxWorld) => Promise<void>,
  check: (machine: Readonly<Machine>) => boolean = () => true,
): Command => ({
  check,
  run: async (machine, world) => {
    world.machine = machine;
    await run(machine, world);
    await world.compare(machine);
  },
  toString: () => title,
});

/** A step on one of the mails so far that pass the check. */
const onMail = (
  title: string,
  pick: number,
  run: (machine: Machine, world: OutboxWorld, mail: MachineMail) => Promise<void>,
  check: (mail: MachineMail, machine: Readonly<Machine>) => boolean = () => true,
): Command => {
  const chosen = (machine: Readonly<Machine>) => {
    const found = machine.mails.filter((mail) => check(mail, machine));
    return found[pick % (found.length || 1)];
  };
  return command(
    `${title}(${pick})`,
    async (machine, world) => {
      const mail = chosen(machine);
      if (mail) await run(machine, world, mail);
    },
    (machine) => chosen(machine) !== undefined,
  );
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'data' in error
    ? String(Object(error.data).errorCode)
    : `not a refusal: ${error}`;
const outcomeOf = (call: Promise<unknown>): Promise<string> => call.then(() => 'done', codeOf);

export const reply = (undoMinutes: number) =>
  command(`reply(undo ${undoMinutes} min)`, async (machine, world) => {
    const named = await world.reply(undoMinutes * 60);
    const mail = machines.enqueue(machine, undoMinutes, named);
    if (undoMinutes === 0) machines.attempt(machine, mail);
    machine.mails.push(mail);
  });

/**
 * If the limit leaves room for some of the due mails only, the service chooses which; the machine
 * follows.
 */
const runJob = async (machine: Machine, world: OutboxWorld) => {
  machines.abandon(machine);
  const due = machine.mails.filter((mail) => machines.isDue(machine, mail));
  const most = Math.min(due.length, machines.freeThisHour(machine));
  await world.sendDue();
  const rows = await world.list();
  const tried = due.filter(({ id, attempts }) => rows.get(id)?.attempts === attempts + 1);
  expect(tried.length).toBeGreaterThanOrEqual(most);
  // A mail that certainly did not leave makes room for another one.
  if (['sent', 'unknown'].includes(machines.endings[machine.mood]))
    expect(tried).toHaveLength(most);
  for (const mail of tried) {
    machines.end(machine, mail, machines.begin(machine, mail), machines.endings[machine.mood]);
  }
};

export const sendDue = () => command('sendDue', runJob);

export const undo = (pick: number) =>
  onMail('undo', pick, async (machine, world, mail) => {
    const gone = mail.status === 'undone';
    const refusal = gone ? 'mail-not-found' : 'mail-not-undoable';
    const undoable = machines.isUndoable(machine, mail);
    const outcome = await outcomeOf(world.agent.outbox.undo.mutate({ id: mail.id }));
    expect(outcome).toBe(undoable ? 'done' : refusal);
    if (undoable) machines.move(machine, mail, 'undone', 'undone');
    else machines.move(machine, mail, 'undo refused');
  });

export const settle = (verb: 'retry' | 'drop', pick: number) =>
  onMail(verb, pick, async (machine, world, mail) => {
    const refusal = mail.status === 'undone' ? 'mail-not-found' : 'mail-already-sent';
    const expected = machines.isOpen(mail) ? 'done' : refusal;
    if (expected !== 'done') machines.move(machine, mail, `${verb} refused`);
    else if (verb === 'retry') machines.retry(machine, mail);
    else machines.drop(machine, mail);
    const outcome = await outcomeOf(world.admin.outbox[verb].mutate({ id: mail.id }));
    expect(outcome).toBe(expected);
  });

export const bounce = (pick: number) =>
  onMail(
    'bounce',
    pick,
    async (machine, world, mail) => {
      const raw = aBounce(mail.mailId).toString('base64');
      expect((await world.agent.inbound.ingest.mutate({ raw })).outcome).toBe('ignored');
      machines.move(machine, mail, 'bounced', 'bounced');
    },
    ({ status }) => ['sending', 'sent', 'unknown'].includes(status),
  );

export const pass = (minutes: number) =>
  command(`pass(${minutes} min)`, async (machine, world) => {
    await world.pass(minutes);
    machine.now += minutes;
  });

export const mood = (next: ServerMood) =>
  command(`server(${next})`, async (machine) => {
    machine.mood = next;
  });

/** Another process claims a mail and stops: it is slow, frozen or dead. */
const stallAt = async (
  machine: Machine,
  world: OutboxWorld,
  mail: MachineMail,
  stage: 'recipient' | 'text',
) => {
  const claims = machines.isClaimable(machine, mail);
  expect(await world.stall(mail, stage)).toBe(claims);
  if (!claims) return;
  const attempt = machines.begin(machine, mail);
  machine.stalled.push({ mail, attempt, stage, leaseUntil: mail.leaseUntil });
};

export const stall = (pick: number, stage: 'recipient' | 'text') =>
  onMail(
    `stall at the ${stage}`,
    pick,
    (machine, world, mail) => stallAt(machine, world, mail, stage),
    ({ status }) => status === 'pending',
  );

/** The same with a new mail: other mails may take the hour before a process can stop at it. */
export const stallNew = (stage: 'recipient' | 'text') =>
  command(`reply, stall at the ${stage}`, async (machine, world) => {
    const mail = machines.enqueue(machine, 1, await world.reply(60));
    machine.mails.push(mail);
    await world.pass(1);
    machine.now += 1;
    await stallAt(machine, world, mail, stage);
  });

/** A stalled process continues. Long after its lease, its connection is gone. */
const resumeAt = async (
  machine: Machine,
  world: OutboxWorld,
  pick: number,
  ending: StallEnding,
) => {
  const [stalled] = machine.stalled.splice(pick % machine.stalled.length, 1);
  if (!stalled) return;
  const { mail, attempt, stage, leaseUntil } = stalled;
  const gone = ending === 'dies' || (ending === 'accepts' && machine.now >= leaseUntil);
  const actual = stage === 'recipient' && gone ? 'is busy' : ending;
  machines.end(machine, mail, attempt, machines.stallEndings[actual]);
  await world.resume(mail, attempt, actual);
};

export const resume = (pick: number, ending: StallEnding) =>
  command(
    `resume(${pick}, ${ending})`,
    (machine, world) => resumeAt(machine, world, pick, ending),
    ({ stalled }) => stalled.length > 0,
  );

/**
 * A stalled process counts as dead, an administrator's retry is left in doubt too, and then that
 * process continues.
 */
export const retryAndResume = (pick: number) =>
  command(
    `retry and resume(${pick})`,
    async (machine, world) => {
      await world.pass(machines.leaseMinutes);
      machine.now += machines.leaseMinutes;
      await runJob(machine, world);
      const mail = machine.stalled[pick % machine.stalled.length]?.mail;
      if (mail?.status !== 'unknown') return;
      const { mood: former } = machine;
      machine.mood = 'dies after the text';
      machines.retry(machine, mail);
      await world.admin.outbox.retry.mutate({ id: mail.id });
      machine.mood = former;
      await resumeAt(machine, world, pick, 'accepts');
    },
    ({ stalled }) => stalled.length > 0,
  );

const aPick = fc.nat(5);
const aStage = fc.constantFrom('recipient', 'text');
const aStallEnding = fc.constantFrom<StallEnding>(
  'accepts',
  'accepts',
  'refuses',
  'is busy',
  'dies',
);
const aMood = fc.constantFrom(...Object.keys(machines.endings).filter(isMood));

/** Any sequence of what people, time, processes and the mail server do. */
export const someCommands = fc.commands(
  [
    fc.constantFrom(0, 0, 1, 5, 10).map(reply),
    fc.constantFrom(0, 1, 10).map(reply),
    fc.constant(sendDue()),
    fc.constant(sendDue()),
    aPick.map(undo),
    aPick.map((pick) => settle('retry', pick)),
    aPick.map((pick) => settle('drop', pick)),
    aPick.map(bounce),
    fc.constantFrom(1, 2, 5, 15, 59, 60, 1_439).map(pass),
    fc.constantFrom(1, 10, 60).map(pass),
    // Mostly a server that works: others fill neither the hour nor a reader's mailbox.
    fc.oneof({ arbitrary: fc.constant<ServerMood>('accepts'), weight: 5 }, aMood).map(mood),
    fc.tuple(aPick, aStage).map((stalled) => stall(...stalled)),
    aStage.map(stallNew),
    aPick.map(retryAndResume),
    fc.tuple(aPick, aStallEnding).map((resumed) => resume(...resumed)),
  ],
  { maxCommands: 40, size: 'max' },
);
