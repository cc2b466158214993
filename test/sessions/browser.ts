import { expect, vi } from 'vitest';
import type { SandboxAccount } from '../../scripts/sandbox/identity-provider.ts';
import { startSandboxIdentityProvider } from '../../scripts/sandbox/identity-provider.ts';
import type { BootOptions } from '../../server/boot.ts';
import { startApp, type TestApp } from '../harness.ts';

/** Starts the service with an OpenID provider. */
export const startWithProvider = async (
  accounts: readonly SandboxAccount[],
  { env = {}, ...options }: BootOptions & { env?: Record<string, string> } = {},
) => {
  const provider = await startSandboxIdentityProvider('roles', accounts);
  const app = await startApp(
    {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      ...env,
    },
    options,
  );
  // On a busy machine the service may time out on its first request to the provider.
  const login = () => fetch(`${app.internalUrl}/console/login`, { redirect: 'manual' });
  await vi.waitFor(async () => expect((await login()).status).toBe(303), 60_000);
  return {
    ...app,
    provider,
    close: async () => {
      await app.close();
      await provider.close();
    },
  };
};

/** The headers that the console's page sends with each request. */
export const ofThePage = { 'sec-fetch-site': 'same-origin', 'x-console': '1' };

/** A browser that stores cookies by host and path `/` and follows redirects one at a time. */
export const openBrowser = (app: Pick<TestApp, 'internalUrl'>) => {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: URL) => {
    const jar = jars.get(url.host) ?? new Map<string, string>();
    jars.set(url.host, jar);
    return jar;
  };
  const visit = async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, app.internalUrl);
    const jar = jarOf(url);
    const headers = new Headers(init.headers);
    if (jar.size > 0) headers.set('cookie', [...jar].map((pair) => pair.join('=')).join('; '));
    const response = await fetch(url, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  const locationOf = (response: Response, from: string | URL) => {
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${response.status} without a location`);
    return new URL(location, from);
  };
  const jar = jarOf(new URL(app.internalUrl));
  const browser = {
    visit,
    /** The cookies of the console. */
    jar,
    /**
     * Opens the provider's page and clicks a person's button; returns the callback's address without
     * visiting it.
     */
    choose: async (email: string, to = ''): Promise<URL> => {
      const login = await visit(`/console/login${to && `?to=${encodeURIComponent(to)}`}`);
      let url = locationOf(login, app.internalUrl);
      const page = locationOf(await visit(url), url);
      await visit(page);
      let response = await visit(page, { method: 'POST', body: new URLSearchParams({ email }) });
      url = locationOf(response, page);
      while (url.host === page.host) {
        response = await visit(url);
        url = locationOf(response, url);
      }
      return url;
    },
    /** Signs in and returns the last response. */
    signIn: async (email: string, to?: string) => visit(await browser.choose(email, to)),
    /** The signed-in person as the page sees them; undefined if nobody is signed in. */
    who: async (): Promise<{ email: string; name: string; role: string } | undefined> => {
      const response = await visit('/console/session', { headers: ofThePage });
      if (response.status === 200) return response.json();
      if (response.status !== 401) throw new Error(`${response.status}`);
      return undefined;
    },
    signOut: () => visit('/console/logout', { method: 'POST', headers: ofThePage }),
    /** A query of the internal API, as the page sends it. */
    query: (path: string, input: object = {}) =>
      visit(`/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`, {
        headers: ofThePage,
      }),
    /** A mutation of the internal API, as the page sends it. */
    mutate: (path: string, input: object = {}) =>
      visit(`/trpc/${path}`, {
        method: 'POST',
        headers: { ...ofThePage, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      }),
  };
  return browser;
};
