import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { screens } from '../../console/src/screens.ts';
import { screenOf } from '../../console/src/shell/screen.ts';
import { ConfirmDialog, Counted } from '../../console/src/ui/actions.tsx';
import { Age } from '../../console/src/ui/format/age.tsx';
import { Failures } from '../../console/src/ui/state/failures.ts';
import { Check, Input, Reason } from '../../console/src/ui/form.tsx';
import { Marked } from '../../console/src/ui/format/marked.tsx';
import { Button, Facts, Loaded, Moment } from '../../console/src/ui/page.tsx';
import { ListEnd } from '../../console/src/ui/table.tsx';
import { Tabs, useTabs } from '../../console/src/ui/tabs.tsx';
import { Toasts, toast } from '../../console/src/ui/overlays/toasts.tsx';
import { now, renderAtNoon } from './desk-samples.ts';
import { outlineOf, render } from './render.ts';

renderAtNoon();

const read = (error: unknown) => ({ text: String(error), again: error !== 'gone' });
/** As it is shown where errors are read so: `gone` does not come back. */
const html = (element: ReactNode) => render(createElement(Failures, { value: read }, element));
const outline = async (element: ReactNode) => outlineOf(await html(element));

it.each([
  ['/fila', 'Fila'],
  ['/chamados/5', 'Fila'],
  ['/emails', 'E-mails à parte'],
  ['/rascunhos/7', 'Rascunhos'],
  ['/quiz/todos', 'Quiz'],
  ['/leitores/ana@x.com', 'Leitores'],
  ['/respostas-rapidas/nova', 'Respostas rápidas'],
  ['/operacao/emails', 'Operação'],
  ['/nada', undefined],
  ['/', undefined],
])('the address %s is of the screen %s', (address, title) => {
  expect(screenOf(screens, address)?.title).toBe(title);
});

it.each([
  [0, ''],
  [-5, 'agora'],
  [59, 'agora'],
  [60, 'há 1 min'],
  [7_199, 'há 1 h'],
])('what is %i seconds old says: %s', async (seconds, text) => {
  const at = seconds === 0 ? 0 : Date.parse(now) - seconds * 1_000;
  expect(await outline(createElement(Age, { at }))).toBe(text);
});

describe('what is loaded', () => {
  const loaded = (query: object, heading?: 'h1') => {
    const children = (data: unknown) => `Dados: ${data}`;
    return html(createElement(Loaded, { query: query as never, heading, children }));
  };

  it('is shown, also if it failed later; until then that it loads, or why it failed', async () => {
    expect(await loaded({ data: 0 })).toBe('Dados: 0');
    expect(await loaded({ data: 'a', isError: true, error: 'x' })).toBe('Dados: a');
    expect(outlineOf(await loaded({}))).toContain('Carregando…');
    const failed = await loaded({ isError: true, error: 'cortado' });
    expect(outlineOf(failed)).toBe(
      '{role="alert"}\nNão foi possível carregar\ncortado\nTentar de novo',
    );
    expect(failed).not.toContain('<h1>');
    const gone = await loaded({ isError: true, error: 'gone' }, 'h1');
    expect(gone).toContain('<h1>Não foi possível carregar</h1>');
    expect(gone).not.toContain('Tentar de novo');
  });

  it('is counted before a dialog can be confirmed', async () => {
    const counted = (query: object) => {
      const asked = createElement(Counted<number>, {
        query: query as never,
        children: (total) => `São ${total}.`,
      });
      const dialog = { title: 'T', confirm: 'Sim', onConfirm: () => {}, onClose: () => {} };
      return outline(createElement(ConfirmDialog, { ...dialog, children: asked }));
    };
    expect(await counted({ error: null, isFetching: true })).toContain('Contando…');
    expect(await counted({ error: null, isFetching: false })).not.toContain('Contando…');
    expect(await counted({ error: null, data: 0 })).toContain('{role="status"} São 0.');
    expect(await counted({ error: 'mudou', data: 3 })).toContain('{role="alert"} mudou');
  });

  it('page by page has a way to more that is off while it comes, or says why it did not', async () => {
    const page = { pages: [{ items: [1], nextCursor: 'a' }] };
    const end = (query: object) =>
      html(createElement(ListEnd<number>, { query: query as never, empty: 'Nada.' }));
    const more = { data: page, hasNextPage: true, fetchNextPage: () => undefined };
    expect(await end(more)).not.toContain('disabled');
    expect(await end({ ...more, isFetching: true })).toContain('disabled=""');
    const failed = outlineOf(await end({ ...more, isError: true, error: 'cortado' }));
    expect(failed).toContain('cortado\nTentar de novo');
    // A list that comes whole has no more.
    expect(await end({ data: { items: [1] }, hasNextPage: true })).toBe('');
    expect(await end({ data: { items: [] } })).toContain('Nada.');
  });
});

describe('a form', () => {
  it('does not take blanks where a text is required, and proposes usual ones', async () => {
    const input = (more: object) => html(createElement(Input, { label: 'L', ...more }));
    expect(await input({ required: true })).toContain('pattern=".*\\S.*"');
    expect(await input({})).not.toMatch(/pattern|datalist|list=/);
    // A pattern of its own comes first.
    expect(await input({ required: true, pattern: '/.+' })).toContain('pattern="/.+"');
    const usual = await input({ usual: ['um', 'dois'] });
    expect(usual.match(/<option/g)).toHaveLength(2);
    expect(/ list="([^"]+)"/.exec(usual)?.[1]).toBe(/datalist id="([^"]+)"/.exec(usual)?.[1]);
  });

  it('has a reason with why it is asked, and choices', async () => {
    expect(await outline(createElement(Reason, { why: 'Porque sim.', required: true }))).toBe(
      'Porque sim.\nMotivo {maxLength="300" required="" name="reason"}',
    );
    expect(await outline(createElement(Check, { label: 'Todos', name: 'all' }))).toBe(
      '{type="checkbox" name="all"} Todos',
    );
  });

  it('that confirms something says by its button whether that is dangerous', async () => {
    const dialog = { title: 'T', confirm: 'Sim', onConfirm: () => {}, onClose: () => {} };
    const button = async (more: object) =>
      /<button type="submit".*?<\/button>/.exec(
        await html(createElement(ConfirmDialog, { ...dialog, children: 'Certo?', ...more })),
      )?.[0];
    expect(await button({})).toBe('<button type="submit" class="primary">Sim</button>');
    expect(await button({ danger: true })).toContain('class="danger lined"');
    expect(await button({ busy: true })).toContain('disabled=""');
  });
});

it.each([
  ['A Cobrança dobrou', 'cobranças', 'A [Cobrança] dobrou'],
  ['Recobrança', 'cobrança', 'Recobrança'],
  ['Edições da edição', 'edicao', '[Edições] da [edição]'],
  ['Um e dois', 'dois um', '[Um] e [dois]'],
  ['Nada', undefined, 'Nada'],
])('in %j what is found by %j is marked: %s', async (text, search, marked) => {
  const shown = await html(createElement(Marked, { text, search }));
  expect(shown.replaceAll(/<(\/?)mark>/g, (_, end) => (end ? ']' : '['))).toBe(marked);
});

it('figures stand out from other facts, and moments say all of themselves', async () => {
  const facts = [
    ['A', '1.234'],
    ['B', 'Nunca'],
    ['C', '–', 'nenhuma ainda'],
  ] as const;
  const shown = await html(createElement(Facts, { facts }));
  expect(shown.match(/<dd data-figure="true">[^<]*/g)).toEqual([
    '<dd data-figure="true">1.234',
    '<dd data-figure="true">–',
  ]);
  const at = '2026-11-26T03:00:00Z';
  const moment = (text?: string) => html(createElement(Moment, { at, ...(text && { text }) }));
  const title = 'quinta-feira, 26 de novembro de 2026 às 00:00';
  expect(await moment()).toBe(`<time dateTime="${at}" title="${title}">00:00</time>`);
  expect(await moment('há 15 h')).toContain('>há 15 h</time>');
});

it('a button shows its key if it is one sign', async () => {
  const button = (keys?: string) => html(createElement(Button, { text: 'Ir', keys }));
  expect(await button('g')).toContain('<kbd aria-hidden="true">G</kbd>');
  expect(await button('$mod+Enter')).not.toContain('kbd');
  expect(await button()).toBe('<button type="button"><span>Ir</span></button>');
});

it('of tabs one is chosen, which alone is reached by Tab, and each names its panel', async () => {
  const Both = () => {
    const { tabProps, panelProps } = useTabs<'a' | 'b'>('b');
    const tabs = [
      ['a', 'Um'],
      ['b', 'Dois'],
    ] as const;
    return createElement(
      'div',
      {},
      createElement(Tabs<'a' | 'b'>, { label: 'L', tabs, tabProps, onOpen: () => {} }),
      ...tabs.map(([name]) => createElement('p', { key: name, ...panelProps(name) })),
    );
  };
  const shown = await html(createElement(Both));
  const all = (pattern: RegExp) => [...shown.matchAll(pattern)].map(([, value]) => value);
  expect(all(/aria-selected="(\w+)"/g)).toEqual(['false', 'true']);
  expect(all(/tabindex="(-?\d)"/gi)).toEqual(['-1', '0']);
  expect(all(/aria-controls="([^"]+)"/g)).toEqual(all(/role="tabpanel" id="([^"]+)"/g));
  expect(all(/role="tab" id="([^"]+)"/g)).toEqual(all(/aria-labelledby="([^"]+)"/g));
  expect(all(/<p[^>]*( hidden="")/g)).toHaveLength(1);
  expect(shown.indexOf('hidden=""')).toBeLessThan(shown.lastIndexOf('<p'));
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
  const before = shown();
  vi.advanceTimersByTime(1);
  const after = shown();
  vi.useRealTimers();
  expect([before, after]).toEqual([['Feito', 'Não saiu'], ['Não saiu']]);
});
