import { createElement, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Draft } from '../../console/src/drafts/draft.tsx';
import DraftsScreen from '../../console/src/drafts/drafts-screen.tsx';
import { SetAside } from '../../console/src/inbound/set-aside.tsx';
import { useExtras } from '../../console/src/reply/extras.ts';
import { useRequestKey } from '../../console/src/reply/sending.tsx';
import { extrasOf } from '../../console/src/shell/extras.ts';
import { unsentForward } from '../../console/src/shell/own.ts';
import { useFilter } from '../../console/src/queue/filter.ts';
import { ForwardDialog } from '../../console/src/tickets/conversation/forward.tsx';
import { useThread } from '../../console/src/tickets/conversation/thread.ts';
import { file, hoursAgo, none, now, opened, renderAtNoon } from './desk-samples.ts';
import { given, givenPage, outlineOf, render, rowsOf } from './render.ts';

await vi.hoisted(async () => (await import('./stub-window.ts')).stubWindow());
renderAtNoon();

type More = Parameters<typeof render>;
/** What a hook gives when it is first used. */
const used = async <T>(hook: () => T, known?: More[1], options?: More[2]): Promise<T> => {
  const results: T[] = [];
  const Probe = () => {
    results.push(hook());
    return null;
  };
  await render(createElement(Probe), known, options);
  const [result] = results;
  if (result === undefined) throw new Error('nothing was rendered');
  return result;
};

describe('the conversation of a ticket', () => {
  const written = { author: 'Ana', body: 'Oi', folded: null, notice: null, mail: null };
  const message = (id: number, hours: number) => ({ ...written, id, createdAt: hoursAgo(hours) });
  const act = (id: string, hours: number) => ({
    id,
    author: 'x',
    at: hoursAgo(hours),
    changes: [],
  });
  const known = (cursor: string | null, older?: { items: object[]; nextCursor: string | null }) => [
    given('tickets.get', { id: 7 }, {
      ...opened,
      messagesCursor: cursor,
      messages: [message(9, 5), message(10, 5)],
      notes: [message(2, 5), message(1, 6)],
    } as never),
    given('tickets.history', { id: 7 }, {
      items: [act('3', 8), act('4', 6), act('5', 5)],
      nextCursor: null,
    } as never),
    ...(older ? [givenPage('tickets.messages', { id: 7, limit: 50 }, older as never)] : []),
  ];
  const thread = async (...args: Parameters<typeof known>) => {
    const { items, hasOlder } = await used(() => useThread(7), known(...args));
    return [items.map(({ kind, id }) => `${kind}${id}`).join(' '), hasOlder];
  };
  const newest = 'event4 note1 event5 message9 message10 note2';

  it('has the oldest first, and what was done only since the first that is shown', async () => {
    expect(await thread(null)).toEqual([`event3 ${newest}`, false]);
    expect(await thread('c')).toEqual([newest, true]);
  });

  it('has each once when older ones are loaded, until there are no more', async () => {
    const items = [
      { kind: 'message', ...message(9, 5) },
      { kind: 'message', ...message(8, 7) },
    ];
    expect(await thread('c', { items, nextCursor: 'd' })).toEqual([`message8 ${newest}`, true]);
    expect(await thread('c', { items, nextCursor: null })).toEqual([
      `event3 message8 ${newest}`,
      false,
    ]);
  });
});

it('a filter has nothing that the address does not say rightly', async () => {
  const filterAt = async (search: string) => {
    const { filter } = await used(useFilter, [], { address: `/fila?${search}` });
    return JSON.parse(JSON.stringify(filter));
  };
  const odd = ['status', 'sort', 'from', 'to', 'updatedBefore', 'snoozed'];
  expect(await filterAt(odd.map((name) => `${name}=odd`).join('&'))).toEqual({ sort: 'waiting' });
  const days = { from: '2026-11-01', to: '2026-11-02', updatedBefore: '2026-11-03' };
  const rest = { main: 'Conta', tag: '5', assignee: 'me', mentions: 'me', snoozed: 'true' };
  const all = { ...days, ...rest, status: 'closed', sort: 'updated' };
  expect(await filterAt(`${new URLSearchParams(all)}&odd=1`)).toEqual(all);
  const { search } = await filterAt(`search=${'x'.repeat(201)}`);
  expect(search).toHaveLength(200);
});

it('a request has the key of the same content until it was answered', async () => {
  const key = await used(useRequestKey);
  const first = key.for({ html: 'Oi', files: [1] });
  expect(key.for({ html: 'Oi', files: [1] })).toBe(first);
  const second = key.for({ html: 'Oi', files: [2] });
  expect(second).not.toBe(first);
  expect(key.for({ html: 'Oi', files: [1] })).not.toBe(first);
  const third = key.for('Oi');
  key.renew();
  expect(key.for('Oi')).not.toBe(third);
});

it('what goes with a reply is in the order it came, and nothing stays once it is taken', async () => {
  const named = (id: number, size: number) => ({ id, name: `${id}.txt`, type: 'text/plain', size });
  const extras = () => used(() => useExtras(81));
  const { add, remove, setCc } = await extras();
  add([named(1, 10 * 1_048_576), named(2, 10 * 1_048_576)]);
  setCc('b@x.com, a@x.com');
  add([named(3, 1)]);
  expect(await extras()).toMatchObject({
    bytes: 20 * 1_048_576 + 1,
    isTooLarge: true,
    addresses: ['b@x.com', 'a@x.com'],
    files: [{ id: 1 }, { id: 2 }, { id: 3 }],
  });
  remove(3);
  expect(await extras()).toMatchObject({ isTooLarge: false, files: [{ id: 1 }, { id: 2 }] });
  const { files, cc } = (await extras()).take();
  expect([files.map(({ id }) => id), cc]).toEqual([[1, 2], 'b@x.com, a@x.com']);
  expect(extrasOf(81).get()).toEqual({ files: [] });
});

it('mails set aside say from whom, about what and why, and what can be done', async () => {
  const mail = { sender: 'a@x.com', subject: 'Oi', reason: 'list', receivedAt: now };
  const listed = givenPage('inbound.list', { unseen: true }, {
    items: [
      { ...mail, id: 1 },
      { ...mail, id: 2, sender: null, subject: '', reason: 'nova-razão' },
      { ...mail, id: 3, reason: null },
    ],
    nextCursor: null,
  } as never);
  const table = createElement(SetAside, {
    filter: { unseen: true },
    empty: 'Nada',
    may: ['release', 'dismiss'] as const,
  });
  expect(rowsOf(await render(table, [listed])).map((row) => row.replaceAll('  ', ' '))).toEqual([
    'De | Assunto | Por quê | Quando | Ações',
    'a@x.com | Oi | É de uma lista | 12:00 | Ver Virar chamado Dispensar',
    'Remetente não identificado | (sem assunto) | nova-razão | 12:00 | Ver Virar chamado Dispensar',
    'a@x.com | Oi | | 12:00 | Ver Virar chamado Dispensar',
  ]);
});

it('a forward proposes the files of its message that may be opened', async () => {
  const of21 = { ...file, messageId: 21 };
  const items = [of21, { ...of21, id: 2, name: 'mau.txt', quarantined: true }, { ...file, id: 3 }];
  const known = given('attachments.list', { ticketId: 7 }, { items, nextCursor: null });
  const Asked = () => {
    useState(() => unsentForward(21).set({ to: 'a@x.com', html: '' }));
    return createElement(ForwardDialog, { ticketId: 7, messageId: 21, onClose: none });
  };
  const shown = outlineOf(await render(createElement(Asked), [known]));
  expect(shown).toContain('Para {value="a@x.com"}');
  expect(shown).toContain('{type="checkbox" checked=""} a.txt · 3 kB');
  expect(shown).toContain('{type="checkbox" disabled=""} mau.txt · Em quarentena');
  expect(shown.match(/checkbox/g)).toHaveLength(2);
});

it('drafts of an unknown state are those that wait', async () => {
  const draft = { id: 5, subject: 'Oi', requesterName: 'Ana', requesterEmail: null, confidence: 1 };
  const items = [{ ...draft, question: 'Como?' }];
  const pending = { status: 'pending', limit: 50 } as const;
  const known = [givenPage('replies.drafts.list', pending, { items, nextCursor: null } as never)];
  for (const address of ['/rascunhos', '/rascunhos?situacao=odd']) {
    const shown = outlineOf(await render(createElement(DraftsScreen), known, { address }));
    expect(shown).toContain('Ana Confiança 100 % Oi Como?');
    expect(shown).toContain('{value="*pending"}');
  }
});

it('a draft leads back to the drafts of its state, and says what was decided', async () => {
  const draft = { id: 5, ticketId: 7, subject: '', requesterName: null, requesterEmail: 'a@x.com' };
  const rest = { html: '<p>Oi</p>', sources: [], confidence: 0.5, edited: false };
  const shown = async (status: string, discardReason: string | null) => {
    const known = [
      given('replies.drafts.get', { id: 5 }, { ...draft, ...rest, status, discardReason } as never),
      given('tickets.get', { id: 7 }, opened),
    ];
    const address = '/rascunhos/5?situacao=discarded';
    return outlineOf(
      await render(createElement(Draft, { id: 5, onDecided: none }), known, { address }),
    );
  };
  const discarded = await shown('discarded', 'Tom');
  expect(discarded).toMatch(/\{href="\/rascunhos\?situacao=discarded"[^}]*\} Voltar à lista/);
  expect(discarded).toContain('a@x.com');
  expect(discarded).toContain('{href="/chamados/7"} Abrir o chamado 7');
  expect(discarded).toContain('Este rascunho foi descartado. Tom');
  expect(discarded).not.toContain('Aprovar');
  for (const status of ['pending', 'stale']) {
    const waiting = await shown(status, null);
    expect(waiting).toMatch(/Descartar\s+Aprovar/);
    expect(waiting.includes('Há uma mensagem mais nova')).toBe(status === 'stale');
  }
});
