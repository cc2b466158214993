import findMyWay from 'find-my-way';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a method and a path lead to. */
export interface RouteMatch<Route> {
  route: Route;
  params: Record<string, string | undefined>;
  query: Record<string, unknown>;
}

/** Finds routes by method and path. */
export interface RouteMatcher<Route> {
  /** The route of a request; HEAD is served by GET. Undefined if there is none or the URL has malformed escapes. */
  find: (method: string, url: string) => RouteMatch<Route> | undefined;
  /** The routes of a URL's path, whatever the method; malformed escapes are tolerated. */
  findPath: (url: string) => readonly Route[];
}

// A parameter that is too long is for the contract to refuse. Node accepts no request line of this length.
const maxParamLength = 65_536;

const newRouter = () =>
  findMyWay({ caseSensitive: false, ignoreTrailingSlash: true, maxParamLength });

const noHandler = () => undefined;

/** Makes a matcher. Paths match without regard to case and to a slash at the end, as Express matches them. */
export const createRouteMatcher = <Route extends { method: Method; path: string }>(
  routes: readonly Route[],
): RouteMatcher<Route> => {
  const byMethod = newRouter();
  const byPath = newRouter();
  for (const route of routes) byMethod.on(route.method, route.path, noHandler, route);
  for (const [path, siblings] of Map.groupBy(routes, (route) => route.path)) {
    byPath.on('GET', path, noHandler, siblings);
  }
  const served = new Set<string>(routes.map(({ method }) => method));
  const isServed = (method: string): method is Method => served.has(method);
  return {
    find: (method, url) => {
      const wanted = method === 'HEAD' ? 'GET' : method;
      const found = isServed(wanted) ? byMethod.find(wanted, url) : null;
      return found
        ? { route: found.store, params: found.params, query: found.searchParams }
        : undefined;
    },
    findPath: (url) => byPath.find('GET', url.replaceAll('%', '_'))?.store ?? [],
  };
};
