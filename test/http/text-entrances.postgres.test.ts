import { afterAll, describe, expect, it } from 'vitest';
import { clonePostgres } from '../database.ts';
import { startApp } from '../harness.ts';
import { aPerson, from, mailEnv } from '../inbound/mail-people.ts';
import { aMail } from '../inbound/mails.ts';
import { expectLinearGrowth, processCpuMs, withinShortTurns } from '../support/event-loop.ts';

// Texts that are worked on when they are long. Those of models, editions and mails are in growth.test.ts.

const database = await clonePostgres();
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const env = { ...mailEnv, BEEHIIV_WEBHOOK_SECRET: secret };
const app = await startApp(env, { database: { url: database.url, poolSize: 5 } });
afterAll(async () => {
  await app.close();
  await database.drop();
});
const token = await app.token({ role: 'admin', email: 'bia@leitor.example' });
const admin = await app.trpc({ role: 'admin', email: 'bia@leitor.example' });
const ticket = { subject: 'Oi', body: 'Oi', main: 'Entrega', requesterEmail: aPerson() };
const { id, messageId } = await admin.tickets.create.mutate(ticket);
const reply = { title: 'Oi', category: 'Geral', shortcut: '/oi' };
const fields = { name: 'Oi', actions: [{ type: 'status', status: 'resolved' }] } as const;
const macro = (await admin.macros.save.mutate({ ...fields, actions: [...fields.actions] })).id;
const quick = await admin.quickReplies.create.mutate({ ...reply, content: 'Oi' });

const send = async (
  base: string,
  method: string,
  path: string,
  body: object,
  by = token,
): Promise<number> => {
  const headers = { authorization: `Bearer ${by}`, 'content-type': 'application/json' };
  const response = await fetch(`${base}${path}`, { method, headers, body: JSON.stringify(body) });
  await response.arrayBuffer();
  return response.status;
};
const call = (name: string, input: object) => send(app.internalUrl, 'POST', `/trpc/${name}`, input);
const answers = (answer: string) => ({
  quizId: crypto.randomUUID(),
  answers: [{ fieldId: 'a', answer }],
});

interface Entrance {
  /** Characters. */
  most: number;
  send: (text: string) => Promise<number>;
}

const entrances: Record<string, Entrance> = {
  updateQuickReply: {
    most: 50_000,
    send: (conteudo) => send(app.url, 'PATCH', `/support/quick-replies/${quick.id}`, { conteudo }),
  },
  addMyTicketMessage: {
    most: 100_000,
    send: async (body) => {
      const email = aPerson();
      const by = await app.token({ role: 'reader', email });
      const own = await admin.tickets.create.mutate({ ...ticket, requesterEmail: email });
      return send(app.url, 'POST', `/support/me/tickets/${own.id}/messages`, { body }, by);
    },
  },
  createMyTicket: {
    most: 100_000,
    send: async (body) => {
      const by = await app.token({ role: 'reader', email: aPerson() });
      return send(app.url, 'POST', '/support/me/tickets', { subject: 'Oi', body }, by);
    },
  },
  submitQuiz: {
    most: 90_000,
    send: (text) => send(app.url, 'POST', '/quiz/submit', answers(text)),
  },
  'ai.ask': { most: 8_000, send: (prompt) => call('ai.ask', { agent: 'support', prompt }) },
  'inbound.ingest': {
    most: 2_000_000,
    send: (text) =>
      call('inbound.ingest', { raw: aMail(from(aPerson()), text).toString('base64') }),
  },
  'macros.save': {
    most: 50_000,
    send: (html) =>
      call('macros.save', { id: macro, name: 'Oi', actions: [{ type: 'reply', html }] }),
  },
  'me.preferences.set': { most: 16_000, send: (text) => call('me.preferences.set', { text }) },
  'quickReplies.create': {
    most: 50_000,
    send: (content) =>
      call('quickReplies.create', { ...reply, shortcut: `/${crypto.randomUUID()}`, content }),
  },
  'replies.drafts.edit': {
    most: 20_000,
    send: (html) => call('replies.drafts.edit', { id: 1, html }),
  },
  'tickets.addMessage': {
    most: 100_000,
    send: (body) => call('tickets.addMessage', { id, author: 'Bia', origin: 'agent', body }),
  },
  'tickets.bulk': {
    most: 100_000,
    send: (note) => call('tickets.bulk', { ids: [id], action: 'resolve', note }),
  },
  'tickets.composing.save': {
    most: 50_000,
    send: async (html) => {
      const { revision } = await admin.tickets.composing.get.query({ id });
      return call('tickets.composing.save', { id, html, revision });
    },
  },
  'tickets.forward': {
    most: 50_000,
    send: (html) =>
      call('tickets.forward', { id, messageId, to: ['caio@exemplo.com.br'], html, undoSeconds: 0 }),
  },
  'tickets.import': {
    most: 1_000_000,
    send: (body) => {
      const imported = { ...ticket, status: 'closed', createdAt: '2025-01-01T00:00:00Z', body };
      return call('tickets.import', {
        tickets: [{ ...imported, externalId: crypto.randomUUID() }],
      });
    },
  },
  'tickets.reply': {
    most: 50_000,
    send: (html) => call('tickets.reply', { id, html, sendEmail: false, undoSeconds: 0 }),
  },
};

/** Texts that make patterns backtrack, parsers nest or renderings grow. */
const pieces = ['<b><i>', '&lt;', 'a@b.', '\ufdfa', 'Em 1, a <a@b> \n'];

const openVariable = '{{';

/**
 * Sends each piece as often as fits into so many bytes, and a quarter of it, inside a variable of a
 * quick reply that does not end.
 */
const grow = async ({ most, send: sendText }: Entrance): Promise<void> => {
  for (const piece of pieces) {
    const times = (most - openVariable.length - 1) / Buffer.byteLength(piece);
    const sendTimes = async (count: number) =>
      expect(await sendText(`${openVariable}${piece.repeat(count)}a`)).toBeLessThan(500);
    await withinShortTurns(() => expectLinearGrowth(sendTimes, times / 4, processCpuMs));
  }
};

describe('an entrance of text', () => {
  it.each(Object.entries(entrances))(
    '%s takes no turn over 200 ms, and time in proportion',
    (_, entrance) => grow(entrance),
  );
});
