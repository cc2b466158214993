import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clonePostgres } from '../database.ts';
import { withinShortTurns } from '../event-loop.ts';
import { startApp } from '../harness.ts';
import { aPerson, from, mailEnv } from '../inbound/mail-people.ts';
import { aMail } from '../inbound/mails.ts';

// Every operation whose input has a text of more than 1 000 characters, or without a limit, by the two documents; beside them what else brings
// texts of strangers. Short texts cannot hold anybody up. Texts of models, editions and JSON are in replies/growth.test.ts.

const database = await clonePostgres();
const app = await startApp(mailEnv, { database: { url: database.url, poolSize: 5 } });
afterAll(async () => {
  await app.close();
  await database.drop();
});
const token = await app.token({ role: 'admin', email: 'bia@leitor.example' });
const admin = await app.trpc({ role: 'admin', email: 'bia@leitor.example' });
const ticket = { subject: 'Oi', body: 'Oi', main: 'Entrega', requesterEmail: aPerson() };
const { id } = await admin.tickets.create.mutate(ticket);
const reply = { title: 'Oi', category: 'Geral', shortcut: '/oi' };
const quick = await admin.quickReplies.create.mutate({ ...reply, content: 'Oi' });

const send = async (base: string, method: string, path: string, body: object): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${base}${path}`, { method, headers, body: JSON.stringify(body) });
  await response.arrayBuffer();
  return response.status;
};
const call = (name: string, input: object) => send(app.internalUrl, 'POST', `/trpc/${name}`, input);
const answers = (answer: string) => ({
  quizId: crypto.randomUUID(),
  answers: [{ fieldId: 'a', answer }],
});

/** What sends a text of so many characters at most, and which statuses it gives. */
const entrances: Record<string, { most: number; send: (text: string) => Promise<number> }> = {
  updateQuickReply: {
    most: 50_000,
    send: (conteudo) => send(app.url, 'PATCH', `/support/quick-replies/${quick.id}`, { conteudo }),
  },
  createTag: {
    most: 90_000,
    send: (color) => send(app.url, 'POST', '/support/tags', { name: 'a', color }),
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
  'jobs.run': { most: 1_000_000, send: (name) => call('jobs.run', { name }) },
  'quickReplies.create': {
    most: 50_000,
    send: (content) =>
      call('quickReplies.create', { ...reply, shortcut: `/${crypto.randomUUID()}`, content }),
  },
  'quickReplies.update': {
    most: 50_000,
    send: (content) => call('quickReplies.update', { id: quick.id, content }),
  },
  'quiz.correct': {
    most: 1_000_000,
    send: (text) => call('quiz.correct', { id: text, questionId: text }),
  },
  'quiz.edit': { most: 1_000_000, send: (text) => call('quiz.edit', { id: text }) },
  'quiz.hold': { most: 1_000_000, send: (text) => call('quiz.hold', { id: text }) },
  'quiz.publish': { most: 1_000_000, send: (text) => call('quiz.publish', { id: text }) },
  'quiz.unpublish': { most: 1_000_000, send: (text) => call('quiz.unpublish', { id: text }) },
  'replies.drafts.edit': {
    most: 20_000,
    send: (html) => call('replies.drafts.edit', { id: 1, html }),
  },
  'tags.create': { most: 1_000_000, send: (color) => call('tags.create', { name: 'a', color }) },
  'tags.update': { most: 1_000_000, send: (color) => call('tags.update', { id: 1, color }) },
  'tickets.addMessage': {
    most: 1_048_576,
    send: (body) => call('tickets.addMessage', { id, author: 'Bia', origin: 'agent', body }),
  },
  'tickets.addNote': { most: 1_048_576, send: (body) => call('tickets.addNote', { id, body }) },
  'tickets.create': {
    most: 1_048_576,
    send: (body) => call('tickets.create', { ...ticket, body }),
  },
  'tickets.reply': {
    most: 50_000,
    send: (html) => call('tickets.reply', { id, html, sendEmail: false, undoSeconds: 0 }),
  },
  'webhooks.replay': {
    most: 1_000_000,
    send: (text) => call('webhooks.replay', { deliveryId: text }),
  },
};

const schema = z.looseObject({});
const document = z.looseObject({
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()).optional() }).optional(),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({ operationId: z.string(), requestBody: z.unknown().optional() }),
    ),
  ),
});

/** Whether a schema has a text that may be long; schemas that it refers to are looked up in `all`. */
const hasLongText = (value: unknown, all: Record<string, unknown>): boolean => {
  if (Array.isArray(value)) return value.some((item) => hasLongText(item, all));
  const parsed = schema.safeParse(value);
  if (!parsed.success) return false;
  const { type, maxLength, format, $ref, ...rest } = parsed.data;
  if (typeof $ref === 'string') return hasLongText(all[$ref.split('/').at(-1) ?? ''], all);
  const isText = type === 'string' && !('enum' in rest) && !('const' in rest);
  const isShort = (typeof maxLength === 'number' && maxLength <= 1_000) || shortFormats.has(format);
  return (isText && !isShort) || Object.values(rest).some((item) => hasLongText(item, all));
};
const shortFormats = new Set<unknown>(['date', 'date-time', 'uuid', 'email', 'uri', 'binary']);

const longTextsOf = (file: string): string[] => {
  const { paths, components } = document.parse(JSON.parse(readFileSync(file, 'utf8')));
  return Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .filter(({ requestBody }) => hasLongText(requestBody, components?.schemas ?? {}))
    .map(({ operationId }) => operationId);
};

/** Texts that make patterns backtrack, parsers nest or renderings grow. */
const pieces = [
  'a',
  '\n',
  ' ',
  '<',
  '<b><i>',
  '<a href="',
  '&lt;',
  'a@b.',
  '-- \n',
  'Em 1, a <a@b> \n',
  '\ufdfa',
];

describe('an entrance of text', () => {
  it('is in this file if its text may be long', () => {
    const found = ['openapi.json', 'packages/internal/openapi.json'].flatMap(longTextsOf);
    expect(found.sort()).toEqual(Object.keys(entrances).sort());
  });

  it.each(Object.entries(entrances))('%s takes no turn over 200 ms', async (_, { most, send }) => {
    for (const piece of pieces) {
      const text = piece.repeat(Math.floor(most / Buffer.byteLength(piece)));
      expect(await withinShortTurns(() => send(text))).toBeLessThan(500);
    }
  });
});
