import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { Loading } from '../ui/page.tsx';
import { connected } from './events.ts';
import { Frame, Refused } from './frame.tsx';
import type { Screen, ScreensContext } from './screen.ts';

const root = createRootRouteWithContext<ScreensContext>()({
  component: Frame,
  notFoundComponent: () => <Refused why="notFound" />,
});

const retryMs = 2_000;

/** Waits until the service responds again. */
const untilBack = async (): Promise<void> => {
  do await new Promise((resolve) => setTimeout(resolve, retryMs));
  while (!(await fetch('/console/session').catch(() => undefined)));
};

/**
 * Loads a part of the console. If the service cannot send it, the page is loaded again once the service is
 * back, because a new version has other files.
 */
const patiently =
  (load: Screen['load']): Screen['load'] =>
  () =>
    load().catch(async (error) => {
      connected.set(false);
      await untilBack();
      location.reload();
      throw error;
    });

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
    routeTree: root.addChildren([
      createRoute({
        getParentRoute: () => root,
        path: '/',
        beforeLoad: () => {
          throw redirect({ to: screens[0]?.paths[0] ?? '/', replace: true });
        },
      }),
      ...screens.map(routeOf),
    ]),
    context: { screens },
    basepath: '/console',
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    // The search is plain parameters such as `?status=open`, not JSON.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams();
      for (const [name, value] of Object.entries(search)) {
        if (value !== undefined && value !== '') text.set(name, String(value));
      }
      return text.size > 0 ? `?${text}` : '';
    },
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
