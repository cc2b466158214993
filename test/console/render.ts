import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { InputOf, OutputOf, read } from '../../console/src/api/client.ts';
import { type Session, SignedIn } from '../../console/src/shell/session.ts';

type Path = Parameters<typeof read>[0];
type Input<P extends Path> = [InputOf<P>] extends [object | undefined]
  ? NonNullable<InputOf<P>>
  : object;
/** What is known: the key of a query, and its data. */
type Known = readonly [key: readonly unknown[], data: unknown];

/** What a procedure gave for an input. */
export const given = <P extends Path>(path: P, input: Input<P>, output: OutputOf<P>): Known => [
  [path, input],
  output,
];

/** The first page of a list. */
export const givenPage = <P extends Path>(path: P, input: Input<P>, output: OutputOf<P>): Known => [
  [path, input, 'pages'],
  { pages: [output], pageParams: [undefined] },
];

/**
 * A part of the console as HTML, as it is shown first: what it asks for is there, if it is asked for
 * with that input; nothing else is.
 */
export const render = async (
  element: ReactNode,
  known: readonly Known[] = [],
  { address = '/', role = 'admin' }: { address?: string; role?: Session['role'] } = {},
): Promise<string> => {
  const queries = new QueryClient();
  for (const [key, data] of known) queries.setQueryData(key, data);
  const session = { email: 'bia@leitor.example', name: 'Bia', role };
  const component = () =>
    createElement(
      QueryClientProvider,
      { client: queries },
      createElement(SignedIn, { value: session }, element),
    );
  const routeTree = createRootRoute({ component, notFoundComponent: component });
  const history = createMemoryHistory({ initialEntries: [address] });
  // As the console reads addresses.
  const router = createRouter({
    routeTree,
    history,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => `?${new URLSearchParams(search)}`.replace(/\?$/, ''),
  });
  await router.load();
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
};

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" } as const;
const blocks =
  /^\/?(section|p|div|[uo]l|li|tr|header|h\d|label|article|summary|dl|nav|select|figure)$/;
const said = [
  'href',
  'title',
  'aria-label',
  'aria-current',
  'aria-disabled',
  'aria-valuemax',
  'value',
  'max',
  'type',
  'required',
  'disabled',
  'checked',
  'open',
  'role',
  'maxLength',
  'name',
  'data-tone',
  'data-origin',
  'data-open',
].join('|');
const attribute = new RegExp(`\\s(?:${said})="[^"]*"`, 'gi');

/**
 * What HTML says, a block a line: texts, and of each element in braces what a person or a program
 * reads of it. The chosen option has a star.
 */
export const outlineOf = (html: string): string =>
  html
    .replaceAll(/<wbr\/?>|<!-- -->| value="(?=[^"]*" selected)/g, (found) =>
      found.startsWith(' ') ? ' value="*' : '',
    )
    .replaceAll(/<(\/?[a-z]+\d?)([^>]*)>/g, (_, tag: string, rest: string) => {
      const all = (rest.match(attribute) ?? []).map((text) => text.trim()).join(' ');
      const read = all.replace('type="button"', '').trim();
      return `${blocks.test(tag) ? '\n' : ' '}${read && `{${read}} `}`;
    })
    .replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: keyof typeof entities) => entities[name])
    .split('\n')
    .flatMap((line) => line.replaceAll(/\s+/g, ' ').trim() || [])
    .join('\n');

/** The rows of tables, a line each. */
export const rowsOf = (html: string): string[] =>
  [...html.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<t[dh][^>]*>.*?<\/t[dh]>/gs)]
      .map(([cell]) =>
        outlineOf(cell)
          .replaceAll(/\s*\{[^}]*\}\s*|\n/g, ' ')
          .trim(),
      )
      .join(' | ')
      .replaceAll(/ +(?= )/g, '')
      .trimEnd(),
  );
