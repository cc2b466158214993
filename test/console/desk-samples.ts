import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import type { ItemOf, OutputOf } from '../../console/src/api/client.ts';
import { given } from './render.ts';

/** Lets parts of the desk be rendered at noon of Thursday 2026-11-26, without a browser. */
export const renderAtNoon = (): void => {
  for (const name of ['window', 'document']) vi.stubGlobal(name, undefined);
  beforeEach(() => void vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  afterAll(() => void vi.unstubAllGlobals());
};

export const now = '2026-11-26T15:00:00.000Z';
export const none = () => undefined;
export const me = 'bia@leitor.example';
export const hoursAgo = (hours: number) =>
  new Date(Date.parse(now) - hours * 3_600_000).toISOString();
export const tag = (id: number) => ({ id, name: `Tag ${id}`, color: '#112233' });
export const team = given('me.get', {}, {
  email: me,
  role: 'admin',
  team: [
    { email: me, name: 'Bia' },
    { email: 'caio@x.com', name: null },
  ],
} as never);
export const categories = given('reports.filters', {}, {
  categories: [
    { main: 'Conta', issues: [] },
    { main: 'Entrega', issues: [] },
  ],
} as never);
export const tags = given('tags.list', {}, { items: [tag(1), tag(2)] } as never);

export const listed: ItemOf<'tickets.list'> = {
  id: 7,
  subject: 'Cobrança',
  status: 'open',
  main: 'Conta',
  issue: null,
  newsletter: null,
  requesterEmail: 'ana@x.com',
  requesterName: 'Ana',
  followsId: null,
  assigneeEmail: null,
  mergedInto: null,
  createdAt: hoursAgo(60),
  updatedAt: hoursAgo(2),
  waitingSince: hoursAgo(24),
  waitingSeconds: 86_400,
  mail: null,
  snippet: 'Fui cobrado',
  tags: [],
  attachmentCount: 0,
  hasDraft: false,
  snoozedUntil: null,
  matched: null,
};
export type Opened = OutputOf<'tickets.get'>;
export const opened: Opened = {
  id: 7,
  subject: 'Cobrança',
  status: 'open',
  main: 'Conta',
  issue: null,
  newsletter: null,
  requesterEmail: 'ana@x.com',
  requesterName: 'Ana',
  followsId: null,
  assigneeEmail: null,
  mergedInto: null,
  createdAt: hoursAgo(60),
  updatedAt: hoursAgo(2),
  replyAll: [],
  messages: [],
  notes: [],
  messagesCursor: null,
  tags: [tag(1)],
  later: [],
  snoozedUntil: null,
};

export const file = {
  id: 1,
  ticketId: 7,
  messageId: null,
  noteId: null,
  uploaderEmail: me,
  name: 'a.txt',
  path: '',
  type: 'text/plain',
  size: 2_500,
  sha256: '',
  quarantined: false,
  held: false,
  inline: false,
  downloadUrl: '',
  createdAt: now,
};
export const files = given(
  'attachments.list',
  { ticketId: 7 },
  {
    items: [
      { ...file, messageId: 21 },
      { ...file, id: 2, name: 'b.png', type: 'image/png', noteId: 31 },
      { ...file, id: 3, name: 'c.pdf', type: 'application/pdf' },
      { ...file, id: 4, name: 'd.zip', type: 'application/zip', uploaderEmail: null },
      { ...file, id: 5, name: 'e.txt', quarantined: true },
    ],
    nextCursor: null,
  },
);
