import { setMaxListeners } from 'node:events';
import { vi } from 'vitest';

/** A stub of local storage whose entries are also own enumerable properties. */
class Storage {
  getItem(key: string): string | null {
    return Object.entries(this).find(([name]) => name === key)?.[1] ?? null;
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value });
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

const page = new EventTarget();
// Each store listens to it.
setMaxListeners(0, page);

/** Simulates a change by another tab: of the entry with this name, or of all entries if it is null. */
export const changeElsewhere = (key: string | null): boolean =>
  page.dispatchEvent(Object.assign(new Event('storage'), { key }));

/** Stubs the browser that parts of the console use: a storage and a window width. */
export const stubBrowser = (isNarrow = false): void => {
  vi.stubGlobal('localStorage', new Storage());
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow, addEventListener: () => undefined }));
};

/** Records the calls to the service, and returns the given output for each path. */
export const stubService = (outputs: Readonly<Record<string, unknown>> = {}) => {
  const calls: [path: string, input: unknown][] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    const asked = body ?? new URL(url, 'http://console').searchParams.get('input') ?? '{}';
    const path = /\/trpc\/([\w.]+)/.exec(url)?.[1] ?? '';
    calls.push([path, JSON.parse(asked)[0]]);
    const output = outputs[path] ?? {};
    if (!(output instanceof Error)) return Response.json([{ result: { data: output } }]);
    const data = { errorCode: output.message, httpStatus: 409 };
    return Response.json([{ error: { message: 'no', code: -1, data } }], { status: 409 });
  });
  return calls;
};
