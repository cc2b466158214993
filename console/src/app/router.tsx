import { createRootRoute, createRoute, createRouter, Link, redirect } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Page } from '../parts/page.tsx';
import { Loading } from '../parts/waiting.tsx';
import { shell } from '../texts/shell.ts';
import { Frame } from './frame.tsx';
import { type Screen, screens } from './screen.ts';
import { includesRole, useSession } from './session.ts';

/** Instead of a screen that does not exist, or that the person's role may not see. */
const Refused = ({ why }: { why: 'refused' | 'notFound' }) => (
  <Page title={shell[why]}>
    <p>{shell[`${why}Why`]}</p>
    <Link to="/">{shell.toStart}</Link>
  </Page>
);

const root = createRootRoute({
  component: Frame,
  notFoundComponent: () => <Refused why="notFound" />,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: screens[0]?.paths[0] ?? '/fila', replace: true });
  },
});

/** The routes of a screen. Its component stays while the address changes between them. */
const routeOf = (screen: Screen) => {
  const Content = lazy(screen.load);
  const layout = createRoute({
    getParentRoute: () => root,
    id: screen.paths[0],
    component: function ScreenForRole() {
      const session = useSession();
      if (session && !includesRole(session.role, screen.role)) return <Refused why="refused" />;
      return (
        <Suspense fallback={<Loading />}>
          <Content />
        </Suspense>
      );
    },
  });
  return layout.addChildren(
    screen.paths.map((path) => createRoute({ getParentRoute: () => layout, path })),
  );
};

/** Finds the screen of an address. */
export const router = createRouter({
  routeTree: root.addChildren([home, ...screens.map(routeOf)]),
  basepath: '/console',
  defaultPreload: 'intent',
  // `?status=open` rather than JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
    const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
    return text && `?${text}`;
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
