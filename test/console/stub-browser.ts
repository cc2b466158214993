import { vi } from 'vitest';

/** What a browser keeps, as its own enumerable properties too. */
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

/** Another tab changed what is kept under this name; null: all of it. */
export const changeElsewhere = (key: string | null): boolean =>
  page.dispatchEvent(Object.assign(new Event('storage'), { key }));

/** What parts of the console take from their browser: a store, and a window as wide as this. */
export const stubBrowser = (isNarrow = false): void => {
  vi.stubGlobal('localStorage', new Storage());
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow, addEventListener: () => undefined }));
};

/** The calls that the service gets from now on, and what it returns for each path. */
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
