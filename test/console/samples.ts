import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import type { ItemOf, OutputOf } from '../../console/src/api/client.ts';
import { given } from './render.ts';

export const now = '2026-11-26T15:00:00.000Z';

/** Sets the clock of a file's tests, by default to noon of Thursday 2026-11-26 in São Paulo. */
export const clockAt = (moment = now): void => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date(moment), toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
};

/** Thursday evening in São Paulo, 2026-11-26, which is Friday in UTC. */
export const lateOnThursday = '2026-11-27T01:30:00Z';

/** Lets parts of the console be rendered at noon without a browser. */
export const renderAtNoon = (): void => {
  for (const name of ['window', 'document']) vi.stubGlobal(name, undefined);
  clockAt();
  afterAll(() => void vi.unstubAllGlobals());
};

export const me = 'bia@leitor.example';
export const hoursAgo = (hours: number) =>
  new Date(Date.parse(now) - hours * 3_600_000).toISOString();
export const team = given('me.get', {}, {
  email: me,
  role: 'admin',
  team: [
    { email: me, name: 'Bia' },
    { email: 'caio@x.com', name: null },
  ],
} as never);

/** A ticket of the queue that has waited for a day. */
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
  returned: false,
  snoozedUntil: null,
  matched: null,
};

/** An open ticket. */
export const opened: OutputOf<'tickets.get'> = {
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
  tags: [],
  later: [],
  snoozedUntil: null,
};
