import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { changedFields, Input } from '../../../console/src/ui/form.tsx';
import { Marked } from '../../../console/src/ui/format/marked.tsx';
import { roughly } from '../../../console/src/ui/format/time.ts';
import { Toasts, toast } from '../../../console/src/ui/overlays/toasts.tsx';
import { Age, Loaded } from '../../../console/src/ui/page.tsx';
import { Failures } from '../../../console/src/ui/state/failures.ts';
import { Breakable, List, ListEnd, Table } from '../../../console/src/ui/table.tsx';
import { uiTexts } from '../../../console/src/ui/texts.ts';
import { render, rowsOf, textOf } from '../render.ts';
import { now, renderAtNoon } from '../samples.ts';

renderAtNoon();

const read = (error: unknown) => ({ text: String(error), again: error !== 'gone' });
/** As it is shown where errors are read so: `gone` does not come back. */
const html = (element: ReactNode) => render(createElement(Failures, { value: read }, element));

it.each([
  [0, ''],
  [-5, uiTexts.now],
  [60, uiTexts.age(roughly(60))],
])('what is %i seconds old says: %s', async (seconds, text) => {
  const at = seconds === 0 ? 0 : Date.parse(now) - seconds * 1_000;
  expect(textOf(await html(createElement(Age, { at })))).toBe(text);
});

describe('what is loaded', () => {
  const loaded = (query: object) => {
    const children = (data: unknown) => `Dados: ${data}`;
    return html(createElement(Loaded, { query: query as never, children }));
  };

  it('shows loaded data even if a later fetch failed', async () => {
    expect(await loaded({ data: 'a', isError: true, error: 'x' })).toBe('Dados: a');
  });

  it('loads or says why it failed, and can be tried again unless it does not exist', async () => {
    expect(await loaded({})).toContain(uiTexts.loading);
    expect(await loaded({ isError: true, error: 'cortado' })).toMatch(
      new RegExp(`cortado.*${uiTexts.again}`),
    );
    expect(await loaded({ isError: true, error: 'gone' })).not.toContain(uiTexts.again);
  });

  it('page by page has a way to more, which is off while they come', async () => {
    const end = (query: object) =>
      html(createElement(ListEnd<number>, { query: query as never, empty: 'Nada.' }));
    const data = { pages: [{ items: [1], nextCursor: 'a' }] };
    const more = { data, hasNextPage: true, fetchNextPage: () => undefined };
    expect(await end(more)).not.toContain('disabled');
    expect(await end({ ...more, isFetching: true })).toContain('disabled=""');
    // A list that comes whole has no more.
    expect(await end({ data: { items: [1] }, hasNextPage: true })).toBe('');
    expect(await end({ data: { items: [] } })).toContain('Nada.');
  });
});

it('a required text is more than blanks, unless it has a pattern of its own', async () => {
  const input = (more: object) => html(createElement(Input, { label: 'L', ...more }));
  expect(await input({ required: true })).toContain('pattern=".*\\S.*"');
  expect(await input({})).not.toContain('pattern');
  expect(await input({ required: true, pattern: '/.+' })).toContain('pattern="/.+"');
});

it('of a form only the fields are sent that differ from what was shown', () => {
  const shown = { id: 1, subject: 'Oi', issue: null, main: 'Conta' };
  expect(changedFields(shown, { subject: 'Oi', issue: null, main: 'Entrega' })).toEqual({
    main: 'Entrega',
  });
});

it.each([
  ['A Cobrança dobrou', 'cobranças', 'A [Cobrança] dobrou'],
  ['Recobrança', 'cobrança', 'Recobrança'],
  ['Edições da edição', 'edicao', '[Edições] da [edição]'],
])('in %j what is found by %j is marked: %s', async (text, search, marked) => {
  const shown = await html(createElement(Marked, { text, search }));
  expect(shown.replaceAll(/<(\/?)mark>/g, (_, end) => (end ? ']' : '['))).toBe(marked);
});

it('a notice goes after six seconds, and what failed stays', () => {
  vi.useFakeTimers();
  toast('Feito');
  toast('Não saiu', { failed: true });
  const shown = () => {
    const page = renderToStaticMarkup(createElement(Toasts));
    return ['Feito', 'Não saiu'].filter((text) => page.includes(text));
  };
  vi.advanceTimersByTime(5_999);
  expect(shown()).toEqual(['Feito', 'Não saiu']);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual(['Não saiu']);
});

describe('a table', () => {
  const items = [
    { id: 1, name: 'ana.maria+leitor@exemplo.com', count: 1_234.5, share: '5%', short: 'sim' },
    { id: 2, name: 'Um nome comprido demais', count: 2, share: '–', short: 'não' },
  ];
  type Item = (typeof items)[number];
  const columns = {
    Nome: ({ name }: Item) => name,
    Total: ({ count }: Item) => count,
    Parte: ({ share }: Item) => share,
    Curto: ({ short }: Item) => short,
  };

  it('aligns numbers right and does not wrap short columns', async () => {
    const shown = await html(createElement(Table<Item>, { label: 'L', columns, items }));
    expect(rowsOf(shown)[1]).toEqual(['ana.maria+leitor@exemplo.com', '1.234,5', '5%', 'sim']);
    const columnsThat = (attribute: string) =>
      [...shown.matchAll(/<td data-title="(\w+)"([^>]*)>/g)]
        .slice(0, 4)
        .flatMap(([, title, rest]) => (rest?.includes(`${attribute}="true"`) ? [title] : []));
    expect(columnsThat('data-number')).toEqual(['Total', 'Parte']);
    expect(columnsThat('data-short')).toEqual(['Total', 'Parte', 'Curto']);
  });

  it('breaks addresses in a table at their parts', async () => {
    expect(await html(createElement(Breakable, { text: 'ana.maria+b@c.com 1.5' }))).toBe(
      'ana.<wbr/>maria+<wbr/>b<wbr/>@c.<wbr/>com 1.5',
    );
  });

  it.each([
    ['its items', {}, items, 3],
    ['that it loads', { isPending: true, isSuccess: false }, undefined, 0],
  ])('as a list shows %s', async (_, state, page, rows) => {
    const data = page && { pages: [{ items: page, nextCursor: null }] };
    const query = { isSuccess: true, isPending: false, isError: false, data, ...state };
    const all = { ...query, fetchNextPage: () => undefined } as never;
    const list = { label: 'L', columns, empty: 'Nenhum.', query: all };
    const shown = await html(createElement(List<Item>, list));
    expect(rowsOf(shown)).toHaveLength(rows);
    expect(shown.includes('Nenhum.')).toBe(page?.length === 0);
  });
});
