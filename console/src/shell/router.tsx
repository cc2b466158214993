import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { Loading } from '../ui/page.tsx';
import { connected } from './events.ts';
import { Frame, Refused } from './frame.tsx';
import type { Screen } from './screen.ts';

const root = createRootRoute({
  component: Frame,
  notFoundComponent: () => <Refused why="notFound" />,
});

const homeOf = (first: Screen | undefined) =>
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: first?.paths[0] ?? '/', replace: true });
    },
  });

const retryMs = 2_000;

/** Waits until the service responds again. */
const untilBack = async (): Promise<void> => {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    const isBack = await fetch('/console/session').then(
      () => true,
      () => false,
    );
    if (isBack) return;
  }
};

/** Retries loading a part of the console that the service could not send. */
const patiently =
  (load: Screen['load']): Screen['load'] =>
  async () => {
    for (let tries = 1; ; tries += 1) {
      try {
        const screen = await load();
        if (tries > 1) connected.set(true);
        return screen;
      } catch {
        connected.set(false);
        await untilBack();
        // Some browsers cache the failed load, and a new version has other files.
        if (tries > 1) location.reload();
      }
    }
  };

/** The routes of a screen. Its component stays mounted while the address changes between them. */
const routeOf = ({ paths, load, loadOpened }: Screen) => {
  const layout = createRoute({
    getParentRoute: () => root,
    id: paths[0],
    component: lazyRouteComponent(patiently(load)),
  });
  const component = loadOpened && lazyRouteComponent(patiently(loadOpened));
  return layout.addChildren(
    paths.map((path) =>
      createRoute({
        getParentRoute: () => layout,
        path,
        component: path === paths[0] ? undefined : component,
      }),
    ),
  );
};

/** The router of all screens; `/` leads to the first one. */
export const createConsoleRouter = (screens: readonly Screen[]) =>
  createRouter({
    routeTree: root.addChildren([homeOf(screens[0]), ...screens.map(routeOf)]),
    basepath: '/console',
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    // The search is plain parameters such as `?status=open`, not JSON.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(
        ([, value]) => value !== undefined && value !== '',
      );
      const text = new URLSearchParams(
        given.map(([key, value]) => [key, String(value)]),
      ).toString();
      return text && `?${text}`;
    },
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
