import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { screens } from '../../../console/src/screens.ts';
import {
  addParts,
  clearStorage,
  hasUnsentText,
  storageKey,
  storeFor,
  takeTexts,
  takeUnsavedReply,
  unsavedReply,
} from '../../../console/src/shell/browser-storage.ts';
import { initialsOf, nameIn } from '../../../console/src/shell/people.ts';
import { screenOf } from '../../../console/src/shell/screen.ts';
import { includesRole, sessionQuery } from '../../../console/src/shell/session.ts';
import { shell } from '../../../console/src/shell/texts.ts';
import { kept } from '../../../console/src/ui/state/store.ts';
import { stubBrowser } from '../stub-browser.ts';

beforeEach(() => stubBrowser());
afterEach(() => void vi.unstubAllGlobals());

describe('what this browser keeps for a person', () => {
  it('stores texts per person, reports unsent ones, and removes them at sign-out', () => {
    storeFor('ana@x.com');
    const own = storageKey('text:note:5');
    // Anybody else gets another page.
    storeFor('bia@x.com');
    expect(storageKey('text:note:5')).toBe(own);
    const others = own.replace(/^console:[^:]*/, 'console:outra@x.com');
    kept(others).set('De outra pessoa');
    kept(storageKey('undo')).set([]);
    expect(hasUnsentText()).toBe(false);
    unsavedReply(5).set({ html: 'Oi', revision: null });
    expect(hasUnsentText()).toBe(true);
    clearStorage();
    expect(Object.keys(localStorage)).toEqual([others]);
  });

  it('takes the replies of closed pages, and leaves those of pages that are open', async () => {
    const start = storageKey('text:reply:5');
    void navigator.locks.request('console:page:open', () => new Promise(() => undefined));
    const texts = {
      [`${start}:open:1`]: { html: 'Em outra janela', revision: 9 },
      [`${start}:closed:1`]: { html: 'Antes', revision: 3 },
      [`${start}:closed:2`]: { html: 'Depois', revision: 4 },
      [start]: { html: 'De antes da mudança', revision: 2 },
      [`${start}1:closed:1`]: { html: 'De outro chamado', revision: 9 },
    };
    for (const [key, text] of Object.entries(texts)) kept(key).set(text);
    // Only the first of two pages gets them.
    expect(await Promise.all([takeUnsavedReply(5), takeUnsavedReply(5)])).toEqual([
      { html: 'DepoisAntesDe antes da mudança', revision: 4 },
      undefined,
    ]);
    expect(Object.keys(localStorage)).toEqual([`${start}:open:1`, `${start}1:closed:1`]);
  });

  it('gives a text that waits for a reply to one of the pages that have it open', async () => {
    addParts(8, { before: 'Antes' });
    addParts(8, { before: 'Mais', below: 'Abaixo' });
    expect(await Promise.all([takeTexts(8), takeTexts(8)])).toEqual([
      { before: 'MaisAntes', below: 'Abaixo' },
      { before: '', below: '' },
    ]);
    expect(hasUnsentText()).toBe(false);
  });

  it('removes only what the page has stored', () => {
    const [one, other] = [unsavedReply(6), unsavedReply(6)];
    one.set({ html: 'Daqui', revision: null });
    other.set(undefined);
    expect(one.get()).toMatchObject({ html: 'Daqui' });
  });
});

describe('people', () => {
  it.each([
    ['Beatriz Nunes', 'BN'],
    ['ana maria  de souza', 'AS'],
    [' ', ''],
  ])('%j has the initials %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it('names people without a name by the beginning of their e-mail', () => {
    expect(nameIn('ana.lima@x.com')).toBe('ana.lima');
  });

  it.each([
    ['agent', 'agent', true],
    ['agent', 'editor', false],
    ['editor', 'agent', true],
    ['admin', 'editor', true],
    ['reader', undefined, false],
    ['agent', undefined, true],
  ] as const)('a role of %s includes %s: %s', (role, least, includes) => {
    expect(includesRole(role, least)).toBe(includes);
  });
});

describe('who is signed in', () => {
  const asked = (response: Response) => {
    vi.stubGlobal('fetch', async () => response);
    return new QueryClient().fetchQuery({ ...sessionQuery, retry: false });
  };
  it('treats 401 as signed out, and names a person without a name by e-mail', async () => {
    expect(await asked(new Response(null, { status: 401 }))).toBeNull();
    const ana = { email: 'ana@x.com', name: null, role: 'agent' };
    expect(await asked(Response.json(ana))).toEqual({ ...ana, name: 'ana@x.com' });
    expect(await asked(Response.json({ ...ana, name: 'Ana' }))).toEqual({ ...ana, name: 'Ana' });
  });

  it('does not know who is signed in if the service fails', async () => {
    await expect(asked(new Response(null, { status: 500 }))).rejects.toThrow('500');
  });
});

it.each([
  ['/fila', shell.titles.queue],
  ['/chamados/5', shell.titles.queue],
  ['/leitores/ana@x.com', shell.titles.readers],
  ['/nada', undefined],
  ['/', undefined],
])('the address %s is of the screen %s', (address, title) => {
  expect(screenOf(screens, address)?.title).toBe(title);
});
