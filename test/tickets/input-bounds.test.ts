import { expect, it } from 'vitest';
import type { z } from 'zod';
import {
  ImportedTicket,
  messageBody,
  NewForward,
  replyHtml,
  sendingInput,
} from '../../server/tickets/inputs.ts';

const text = (length: number) => 'a'.repeat(length);
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
const people = (count: number) => numbers(count).map((n) => `a${n}@exemplo.com.br`);
const written = { author: 'Bia', origin: 'agent', body: 'Oi', createdAt: '2026-03-10T12:00:00Z' };
const forwardTo = NewForward.shape;
const imported = ImportedTicket.shape;

it.each<[string, z.ZodType, (count: number) => unknown, most: number]>([
  ['copies of a reply', sendingInput.cc, people, 20],
  ['files of a reply', sendingInput.attachmentIds, numbers, 100],
  ['characters of a reply', replyHtml, text, 50_000],
  ['characters of a message or a note', messageBody, text, 100_000],
  ['people of a forward', forwardTo.to, people, 20],
  ['files of a forward', forwardTo.attachmentIds, numbers, 100],
  ['characters above a forward', forwardTo.html, text, 50_000],
  ['characters of an id of another system', imported.externalId, text, 200],
  ['tags of an imported ticket', imported.tags, (count) => numbers(count).map(String), 100],
  ['its messages', imported.messages, (count) => numbers(count).map(() => written), 5_000],
])('%s are bounded', (_, schema, make, most) => {
  const isTaken = (count: number) => schema.safeParse(make(count)).success;
  expect([isTaken(1), isTaken(most), isTaken(most + 1)]).toEqual([true, true, false]);
});
