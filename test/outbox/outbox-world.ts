import { expect } from 'vitest';
import { type ReceivedMail, startSmtpSandbox } from '../../scripts/sandbox/smtp.ts';
import { openSmtpClient } from '../../server/clients/smtp.ts';
import { sendMail } from '../../server/outbox/send.ts';
import { mailIdOf } from '../../server/outbox/signed-ids.ts';
import { startApp } from '../harness.ts';
import { ageMails } from '../support/age.ts';
import {
  type Machine,
  type MachineMail,
  newMachine,
  perHour,
  type StallEnding,
  waitingFor,
} from './outbox-machine.ts';

/**
 * A text that the mail server received and did not refuse: that mail may have reached its reader.
 */
interface HandOver {
  address: string;
  at: number;
}

interface Stall {
  stage: 'recipient' | 'text';
  entered: PromiseWithResolvers<void>;
  /** What the server then does. */
  released: PromiseWithResolvers<StallEnding>;
}

const from = 'Atendimento <atendimento@exemplo.com.br>';
const refusal = (responseCode: number) => Object.assign(new Error('refused'), { responseCode });

/**
 * The service with a mail server that behaves as the machine says, and what can be done to them.
 */
export type OutboxWorld = Awaited<ReturnType<typeof openOutboxWorld>>;

export const openOutboxWorld = async () => {
  const handOvers: HandOver[] = [];
  /** Attempts that stop at the server, by their reader's address. */
  const stalls = new Map<string, Stall>();
  const open = new Map<string, { stall: Stall; ended: Promise<unknown> }>();
  /** Readers of stalled attempts that the server accepts to the end, whatever its mood. */
  const passing = new Set<string>();

  const stopAt = async (stage: Stall['stage'], address: string) => {
    const stall = stalls.get(address);
    if (stall?.stage !== stage) return undefined;
    stalls.delete(address);
    stall.entered.resolve();
    return stall.released.promise;
  };
  const moodOf = () => world.machine.mood;
  const smtp = await startSmtpSandbox({
    onRecipient: async (address) => {
      if (stalls.get(address)?.stage === 'text') return;
      const ending = await stopAt('recipient', address);
      if (ending === 'accepts') passing.add(address);
      else if (ending === 'refuses') throw refusal(550);
      else if (ending || moodOf() === 'is busy') throw refusal(451);
      else if (moodOf() === 'refuses the recipient') throw refusal(550);
    },
    onMail: async ({ to: [address = ''] }: ReceivedMail, drop) => {
      const stalled = stalls.get(address)?.stage === 'text' || passing.delete(address);
      if (!stalled && moodOf() === 'is busy after the text') throw refusal(451);
      const handOver = { address, at: world.machine.now };
      handOvers.push(handOver);
      const ending = await stopAt('text', address);
      if (ending === 'refuses' || ending === 'is busy') {
        handOvers.splice(handOvers.indexOf(handOver), 1);
        throw refusal(ending === 'refuses' ? 550 : 451);
      }
      if (ending === 'dies' || (!stalled && moodOf() === 'dies after the text')) {
        drop();
        throw new Error('died');
      }
    },
  });
  const app = await startApp({ SMTP_URL: smtp.url, MAIL_FROM: from, MAIL_PER_HOUR: `${perHour}` });
  const ctx = app.service.contextFor('test');
  const admin = await app.trpc();
  const agent = await app.trpc({ role: 'agent' });
  const keyOf = (mail: MachineMail, attempt: number) => `${mail.id}/${attempt}`;

  const list = async () => {
    const { items } = await admin.outbox.list.query({ limit: 100 });
    return new Map(items.map((item) => [item.id, item]));
  };

  const world = {
    admin,
    agent,
    smtp,
    list,
    /** The machine of the present run: the mail server follows its mood and its clock. */
    machine: newMachine(),
    /** Empties the outbox for another run. */
    reset: async () => {
      for (const { stall } of open.values()) stall.released.resolve('dies');
      await Promise.all([...open.values()].map(({ ended }) => ended));
      open.clear();
      stalls.clear();
      passing.clear();
      handOvers.length = 0;
      await ctx.db.deleteFrom('outbox').execute();
      await ctx.db.deleteFrom('inbound_mails').execute();
    },
    /** An agent's mail to a new reader. */
    reply: async (undoSeconds: number) => {
      const address = `${crypto.randomUUID()}@exemplo.com.br`;
      const ticket = { subject: 'Oi', body: 'Oi', main: 'Entrega', requesterEmail: address };
      const { id: ticketId } = await agent.tickets.create.mutate(ticket);
      const saved = await agent.tickets.reply.mutate({
        id: ticketId,
        html: '<p>Olá!</p>',
        sendEmail: true,
        undoSeconds,
      });
      const id = saved.mailId ?? 0;
      return {
        id,
        address,
        mailId: await mailIdOf(ctx, {
          ticketId,
          messageId: saved.messageId,
          domain: 'exemplo.com.br',
        }),
      };
    },
    sendDue: () => admin.jobs.run.mutate({ name: 'send-mails' }),
    pass: (minutes: number) => ageMails(ctx.db, minutes),
    /** Starts an attempt in a process of its own that stops; returns false if no attempt begins. */
    stall: async (mail: MachineMail, stage: Stall['stage']) => {
      const stall: Stall = {
        stage,
        entered: Promise.withResolvers(),
        released: Promise.withResolvers(),
      };
      stalls.set(mail.address, stall);
      const client = openSmtpClient({
        url: smtp.url,
        from,
        perHour,
        paused: false,
        stepMs: 60_000,
      });
      const ended = sendMail({ ...ctx, mail: client }, mail.id);
      const begun = await Promise.race([stall.entered.promise.then(() => true), ended]);
      if (begun !== true) stalls.delete(mail.address);
      else open.set(keyOf(mail, mail.attempts + 1), { stall, ended });
      return begun === true;
    },
    /** Lets a stalled attempt go on to its end. */
    resume: async (mail: MachineMail, attempt: number, ending: StallEnding) => {
      const stalled = open.get(keyOf(mail, attempt));
      stalled?.stall.released.resolve(ending);
      await stalled?.ended;
      open.delete(keyOf(mail, attempt));
    },
    /**
     * Compares the service with the machine, and the mail server's log with the promises of
     * docs/behaviour/mail.md#mail.
     */
    compare: async (machine: Machine) => {
      const rows = [...(await list()).values()].map(({ id, status, attempts, waitingFor }) => [
        id,
        status,
        attempts,
        waitingFor,
      ]);
      const expected = machine.mails
        .filter(({ status }) => status !== 'undone')
        .map((mail) => [mail.id, mail.status, mail.attempts, waitingFor(machine, mail)]);
      expect(rows.reverse()).toEqual(expected);
      checkPromises(machine, handOvers);
    },
    close: async () => {
      await world.reset();
      await app.close();
      await smtp.close();
    },
  };
  return world;
};

const checkPromises = (machine: Machine, handOvers: readonly HandOver[]): void => {
  for (const mail of machine.mails) {
    const moments = handOvers.filter(({ address }) => address === mail.address);
    // Once, and once more for each time that an administrator sent it although it was in doubt.
    expect(moments.length).toBeLessThanOrEqual(1 + mail.pardons);
    if (mail.status === 'undone') expect(moments).toEqual([]);
    if (mail.status === 'sent') expect(moments.length).toBeGreaterThan(0);
    // An administrator's retry ends the undo window.
    const undoUntil = mail.undoUntil ?? 0;
    expect(moments.every(({ at }) => at >= undoUntil)).toBe(true);
  }
  const counted = handOvers.filter(({ address }) =>
    machine.mails.some((mail) => mail.address === address && !mail.settled),
  );
  for (const { at } of counted) {
    const inHour = counted.filter((other) => other.at > at - 60 && other.at <= at);
    expect(inHour.length).toBeLessThanOrEqual(perHour);
  }
};
