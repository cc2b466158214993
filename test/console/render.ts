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

type More = [known?: readonly Known[], options?: Parameters<typeof render>[2]];

/** What a hook returns when it is first used. */
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

/** The texts of HTML, one after another. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<wbr\/?>|<!-- -->/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The rows of tables: the text of each cell. */
export const rowsOf = (html: string): string[][] =>
  [...html.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<t[dh][^>]*>.*?<\/t[dh]>/gs)].map(([cell]) => textOf(cell)),
  );

/** The addresses that HTML links to. */
export const linksOf = (html: string): string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => to.replaceAll('&amp;', '&'));
