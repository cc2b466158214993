import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clonePostgres } from '../database.ts';
import { startApp } from '../harness.ts';
import { aPerson, from, mailEnv } from '../inbound/mail-people.ts';
import { aMail } from '../inbound/mails.ts';
import { expectLinearGrowth, processCpuMs, withinShortTurns } from '../support/event-loop.ts';

// Every operation with a body, by the two documents: its texts, however short they must be, grow
// until the limit of the body. Those that are worked on when they are long are sent alone too. Texts of models, editions and mails are in replies/growth.test.ts, files of an import in
// import/import.test.ts. What webhooks send holds no text of anybody.

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

interface Operation {
  id: string;
  method: string;
  path: string;
  /** The schema of its JSON body, and those that it refers to. */
  body: unknown;
  all: Record<string, unknown>;
}

const operationsOf = (file: string): Operation[] => {
  const { paths, components } = document.parse(JSON.parse(readFileSync(file, 'utf8')));
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { operationId, requestBody }]) => {
      const body = jsonBody.safeParse(requestBody).data?.content['application/json'].schema;
      const all = components?.schemas ?? {};
      return body ? [{ id: operationId, method: method.toUpperCase(), path, body, all }] : [];
    }),
  );
};

const jsonBody = z.object({
  content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }),
});

const parts = z.looseObject({
  $ref: z.string().optional(),
  type: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
});

/** A value of a schema that has the text wherever it may have one. */
const sampleOf = (value: unknown, all: Record<string, unknown>, text: () => string): unknown => {
  const { $ref, type, enum: values, properties, items, anyOf, oneOf } = parts.parse(value ?? {});
  if ($ref !== undefined) return sampleOf(all[$ref.split('/').at(-1) ?? ''], all, text);
  const [choice] = anyOf ?? oneOf ?? [];
  if (choice) return sampleOf(choice, all, text);
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => [
      name,
      sampleOf(field, all, text),
    ]);
    return Object.fromEntries(fields);
  }
  if (items) return [sampleOf(items, all, text)];
  if (values) return values[0];
  const types = [type].flat();
  if (types.includes('string')) return text();
  return types.includes('boolean') ? true : 1;
};

const publicOperations = operationsOf('openapi.json');
const operations = [...publicOperations, ...operationsOf('packages/internal/openapi.json')];

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

/** Those that the rules of names, addresses and lines look for. */
const shortPieces = ['a', ' ', 'a@b.', '\ufdfa'];

const openVariable = '{{';

/**
 * Sends each piece as often as fits into so many bytes, and a quarter of it, inside a variable of a
 * quick reply that does not end.
 */
const grow = async (
  most: number,
  repeated: readonly string[],
  sendText: (text: string) => Promise<number>,
): Promise<void> => {
  for (const piece of repeated) {
    const times = (most - openVariable.length - 1) / Buffer.byteLength(piece);
    const sendTimes = async (count: number) =>
      expect(await sendText(`${openVariable}${piece.repeat(count)}a`)).toBeLessThan(500);
    await withinShortTurns(() => expectLinearGrowth(sendTimes, times / 4, processCpuMs));
  }
};

describe('an entrance of text', () => {
  it.each(Object.entries(entrances))(
    '%s takes no turn over 200 ms, and time in proportion',
    async (_, entrance) => {
      await grow(entrance.most, pieces, entrance.send);
    },
  );
});

describe('all texts of a body at once', () => {
  it.each(operations)(
    '$id takes no turn over 200 ms, and time in proportion',
    async (operation) => {
      const isPublic = publicOperations.includes(operation);
      const path = `${operation.path.replaceAll(/\{\w+\}/g, '1')}${isPublic ? `?token=${encodeURIComponent(secret)}` : ''}`;
      let texts = 0;
      sampleOf(operation.body, operation.all, () => `${++texts}`);
      if (texts === 0) return;
      await grow((isPublic ? 80_000 : 1_000_000) / texts, shortPieces, (text) => {
        const body = sampleOf(operation.body, operation.all, () => text);
        return send(isPublic ? app.url : app.internalUrl, operation.method, path, Object(body));
      });
    },
  );
});
