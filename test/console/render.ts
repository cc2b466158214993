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
/** A cached query: its key and its data. */
type Known = readonly [key: readonly unknown[], data: unknown];

/** Cached data of a procedure for an input. */
export const given = <P extends Path>(path: P, input: Input<P>, output: OutputOf<P>): Known => [
  [path, input],
  output,
];

/** The first page of a list as cached data. */
export const givenPage = <P extends Path>(path: P, input: Input<P>, output: OutputOf<P>): Known => [
  [path, input, 'pages'],
  { pages: [output], pageParams: [undefined] },
];

/** Renders a part of the console to HTML in its first state. Only the given queries have data. */
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
  // The router parses addresses like the console's.
  const router = createRouter({
    routeTree,
    history,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => `?${new URLSearchParams(search)}`.replace(/\?$/, ''),
  });
  await router.load();
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
};

type More = [known?: readonly Known[], options?: Parameters<typeof render>[2]];

/** The value that a hook returns on its first use. */
export const used = async <T>(hook: () => T, ...more: More): Promise<T> => {
  const results: T[] = [];
  const Probe = () => {
    results.push(hook());
    return null;
  };
  await render(createElement(Probe), ...more);
  const [result] = results;
  if (result === undefined) throw new Error('nothing was rendered');
  return result;
};

/** The texts of HTML in their order. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<wbr\/?>|<!-- -->/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The texts of table cells, row by row. */
export const rowsOf = (html: string): string[][] =>
  [...html.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<t[dh][^>]*>.*?<\/t[dh]>/gs)].map(([cell]) => textOf(cell)),
  );

/** The addresses of links in HTML. */
export const linksOf = (html: string): string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => to.replaceAll('&amp;', '&'));
