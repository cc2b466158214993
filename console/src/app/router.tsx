import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Loading } from '../parts/waiting.tsx';
import { NotFound, Refused } from './refused.tsx';
import { type Screen, screens } from './screen.ts';
import { includesRole, useSession } from './session.ts';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

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
      if (session && !includesRole(session.role, screen.role)) return <Refused />;
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
