import { expect } from 'vitest';
import {
  type Client,
  codeOf,
  count,
  type KeyedReply,
  type RunRecord,
  type World,
} from './together-world.ts';

/** What an agent does on a page. */
export interface Step {
  what:
    | 'read'
    | 'reply'
    | 'retry'
    | 'reuse'
    | 'save'
    | 'discard'
    | 'draft'
    | 'approve'
    | 'undo'
    | 'show'
    | 'customer writes';
  /** Which ticket, key or state. */
  pick: number;
  /** How many requests go out at once under one key. */
  copies: number;
  /** Whether the connection of one of them is cut. */
  cut: boolean;
  undoSeconds: 0 | 600;
}

const states = ['viewing', 'typing', 'left'] as const;

/** Asks again while a busy machine takes too long for an answer, and so does nothing. */
const patiently = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    if (codeOf(error) === 'unavailable') return patiently(ask);
    throw error;
  }
};

/**
 * A page of an agent: what it has read so far, and its steps. It notes in the record what the
 * service confirmed.
 */
export const openPage = (
  world: World,
  record: RunRecord,
  { agent, clients }: { agent: string; clients: readonly Client[] },
) => {
  const [client = world.desk] = clients;
  const seen = new Map<number, number>();
  const revisions = new Map<number, number>();

  const ticketOf = (step: Step) => record.tickets[step.pick % record.tickets.length] ?? 0;
  const own = () => [...record.replies].filter(([, reply]) => reply.agent === agent);

  const read = async (ticket: number): Promise<void> => {
    const { messages } = await patiently(() => client.tickets.get.query({ id: ticket }));
    seen.set(ticket, Math.max(...messages.map(({ id }) => id)));
    const { revision } = await patiently(() => client.tickets.composing.get.query({ id: ticket }));
    revisions.set(ticket, revision);
  };

  const save = async (ticket: number, html: string): Promise<void> => {
    const revision = revisions.get(ticket) ?? 0;
    count(record, 'save');
    try {
      const saved = await patiently(() =>
        client.tickets.composing.save.mutate({ id: ticket, html, revision }),
      );
      expect(saved.revision).toBe(revision + 1);
      record.written.push({ agent, ticket, html, ...saved });
      revisions.set(ticket, saved.revision);
    } catch (error) {
      expect(codeOf(error)).toBe('composing-changed');
      count(record, 'composing-changed');
    }
  };

  /** Sends what a key stands for, over both processes at once. */
  const send = async (reply: KeyedReply, { copies, cut }: Pick<Step, 'copies' | 'cut'>) => {
    const cutOff = new AbortController();
    const outcomes = Array.from({ length: copies }, (_, copy) => {
      count(record, 'keyed request');
      const signal = cut && copy === 0 ? cutOff.signal : undefined;
      return reply.send(clients[copy % clients.length] ?? client, signal);
    });
    if (cut) setImmediate(() => cutOff.abort());
    for (const outcome of await Promise.allSettled(outcomes)) {
      if (outcome.status === 'fulfilled') {
        const { messageId, mailId } = outcome.value;
        expect(messageId).toBe(reply.messageId ?? messageId);
        Object.assign(reply, { state: 'sent', messageId, mailId });
      } else {
        const code = codeOf(outcome.reason);
        count(record, code);
        expect(['newer-message', 'draft-not-pending', 'unavailable', 'lost']).toContain(code);
        if (reply.state !== 'sent' && code !== 'newer-message' && code !== 'draft-not-pending') {
          reply.state = 'unknown';
        }
      }
    }
  };

  const begin = (
    ticket: number,
    { undoSeconds }: Step,
    sendIt: KeyedReply['send'],
    key: string,
  ) => {
    const lastSeen = seen.get(ticket) ?? 0;
    const reply: KeyedReply = {
      agent,
      ticket,
      lastSeen,
      undoSeconds,
      send: sendIt,
      state: 'refused',
      undone: false,
    };
    record.replies.set(key, reply);
    return reply;
  };

  const steps: Record<Step['what'], (step: Step) => Promise<void>> = {
    read: (step) => read(ticketOf(step)),
    reply: async (step) => {
      const id = ticketOf(step);
      // Some write on without looking.
      if (step.pick % 4 > 0) await read(id);
      const [html, requestKey] = [world.aText(), crypto.randomUUID()];
      const { undoSeconds } = step;
      const input = { id, html, requestKey, undoSeconds, sendEmail: true };
      const lastSeenMessageId = seen.get(id) ?? 0;
      const reply = begin(
        id,
        step,
        (by, signal) => by.tickets.reply.mutate({ ...input, lastSeenMessageId }, { signal }),
        requestKey,
      );
      // The editor saves its text once more while it is on its way.
      await Promise.all([send(reply, step), save(id, html)]);
      await read(id);
    },
    retry: async (step) => {
      const [, reply] = own()[step.pick % Math.max(1, own().length)] ?? [];
      if (reply) await send(reply, step);
    },
    reuse: async (step) => {
      const sent = own().filter(([, { state }]) => state === 'sent');
      const [requestKey, reply] = sent[step.pick % Math.max(1, sent.length)] ?? [];
      if (!reply || requestKey === undefined) return;
      const other = { id: reply.ticket, html: world.aText(), requestKey };
      await expect(client.tickets.reply.mutate(other)).rejects.toMatchObject({
        data: { errorCode: 'idempotency-key-reused' },
      });
    },
    save: (step) => save(ticketOf(step), world.aText()),
    discard: async (step) => {
      const ticket = ticketOf(step);
      const { revision } = await client.tickets.composing.discard.mutate({ id: ticket });
      record.written.push({ agent, ticket, revision, html: null });
    },
    draft: async (step) => {
      await client.replies.drafts.create.mutate({ ticketIds: [ticketOf(step)] });
    },
    approve: async (step) => {
      const ticket = ticketOf(step);
      await read(ticket);
      const { items } = await client.replies.drafts.list.query({
        ticketId: ticket,
        status: 'pending',
        limit: 1,
      });
      const [draft] = items;
      if (!draft) return;
      const { undoSeconds } = step;
      const requestKey = crypto.randomUUID();
      const input = { id: draft.id, sendEmail: true, undoSeconds, requestKey };
      const lastSeenMessageId = seen.get(ticket) ?? 0;
      const reply = begin(
        ticket,
        step,
        (by, signal) =>
          by.replies.drafts.approve.mutate({ ...input, lastSeenMessageId }, { signal }),
        requestKey,
      );
      await send(reply, step);
    },
    undo: async (step) => {
      const sent = own().filter(
        ([, { state, undoSeconds }]) => state === 'sent' && undoSeconds > 0,
      );
      const [, reply] = sent[step.pick % Math.max(1, sent.length)] ?? [];
      if (!reply?.mailId) return;
      try {
        await client.outbox.undo.mutate({ id: reply.mailId });
        expect(reply.undone).toBe(false);
        reply.undone = true;
      } catch (error) {
        // The agent's other page took it back, before or just now.
        expect(['mail-not-found', 'mail-not-undoable']).toContain(codeOf(error));
      }
    },
    show: async (step) => {
      const state = states[step.pick % states.length] ?? 'left';
      const input = { id: ticketOf(step), state };
      const { others } = await client.tickets.presence.mutate(input);
      const emails = others.map(({ email }) => email);
      expect(emails).not.toContain(agent);
      expect(new Set(emails).size).toBe(emails.length);
    },
    'customer writes': async (step) => {
      const message = { author: 'Maria', origin: 'requester' as const, body: world.aText() };
      await world.desk.tickets.addMessage.mutate({ id: ticketOf(step), ...message });
    },
  };

  return {
    perform: async (list: readonly Step[]): Promise<void> => {
      for (const ticket of record.tickets) await read(ticket);
      for (const step of list) {
        count(record, step.what);
        await steps[step.what](step);
      }
    },
    /** Finds out what became of requests whose connection was cut, and leaves. */
    leave: async (): Promise<void> => {
      for (const [, reply] of own()) {
        while (reply.state === 'unknown') {
          reply.state = 'refused';
          await send(reply, { copies: 1, cut: false });
        }
      }
      for (const id of record.tickets) await client.tickets.presence.mutate({ id, state: 'left' });
    },
  };
};
