import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { removeFolder } from '../servers/remove-folder.ts';

/** A page open in headless Chromium. */
export interface BrowserPage {
  /** Evaluates an expression in the page until it is truthy; rejects after 60 s. */
  waitFor: (expression: string) => Promise<unknown>;
  /** Evaluates an expression in the page until it has the value; rejects after 60 s with the value it has then. */
  waitForValue: (expression: string, expected: unknown) => Promise<void>;
  reload: () => Promise<void>;
  /** Changes the width of the window, and whether the reader prefers dark pages. */
  emulate: (width: number, scheme: 'light' | 'dark') => Promise<void>;
  /** The whole page as a PNG. */
  screenshot: () => Promise<Buffer>;
  close: () => Promise<void>;
}

const reply = z.object({
  id: z.number().optional(),
  result: z
    .looseObject({
      result: z.looseObject({ value: z.unknown().optional() }).optional(),
      /** Of a screenshot. */
      data: z.string().optional(),
    })
    .optional(),
});

/** Starts headless Chromium with an address and a folder of its own. */
export const startChromium = (profile: string, address: string, flags: readonly string[] = []) =>
  spawn('/usr/bin/chromium', [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--user-data-dir=${profile}`,
    ...flags,
    address,
  ]);

/** Opens an address in headless Chromium, driven through its debugging protocol. */
export const openPage = async (address: string): Promise<BrowserPage> => {
  const profile = await mkdtemp(join(tmpdir(), 'leitor-chromium-'));
  const chromium = startChromium(profile, address, ['--remote-debugging-port=0']);
  const exited = once(chromium, 'exit');
  const close = async () => {
    chromium.kill();
    await exited;
    await removeFolder(profile);
  };
  try {
    const port = await debuggingPort(chromium.stderr);
    const send = await connect(port, address);
    const evaluateUntil = async (
      expression: string,
      isWanted: (value: unknown) => boolean,
      wanted: string,
    ): Promise<unknown> => {
      const deadline = Date.now() + 60_000;
      for (;;) {
        const value = await send('Runtime.evaluate', {
          expression,
          returnByValue: true,
          awaitPromise: true,
        });
        if (isWanted(value)) return value;
        if (Date.now() > deadline) {
          throw new Error(`${expression} is ${JSON.stringify(value)}, never ${wanted}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    return {
      close,
      screenshot: async () => {
        const png = await send('Page.captureScreenshot', { captureBeyondViewport: true });
        return Buffer.from(String(png), 'base64');
      },
      emulate: async (width, scheme) => {
        await send('Emulation.setDeviceMetricsOverride', {
          width,
          height: 800,
          deviceScaleFactor: 1,
          mobile: false,
        });
        const features = [{ name: 'prefers-color-scheme', value: scheme }];
        await send('Emulation.setEmulatedMedia', { features });
      },
      reload: async () => void (await send('Page.reload', {})),
      waitFor: (expression) =>
        evaluateUntil(expression, (value) => Boolean(value), 'something true'),
      waitForValue: async (expression, expected) => {
        const isExpected = (value: unknown) => value === expected;
        await evaluateUntil(expression, isExpected, JSON.stringify(expected));
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
};

const debuggingPort = async (stderr: NodeJS.ReadableStream): Promise<string> => {
  for await (const line of createInterface({ input: stderr })) {
    const port = /^DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(line)?.[1];
    if (port) {
      stderr.resume();
      return port;
    }
  }
  throw new Error('the browser ended too soon');
};

const target = z.array(z.object({ type: z.string(), webSocketDebuggerUrl: z.string() }));

/** Connects to the browser's page; resolves to what sends it a command. */
const connect = async (port: string, address: string) => {
  const listed = await fetch(`http://127.0.0.1:${port}/json/list`);
  const page = target.parse(await listed.json()).find(({ type }) => type === 'page');
  if (!page) throw new Error(`the browser has no page for ${address}`);
  const socket = new WebSocket(page.webSocketDebuggerUrl);
  await once(socket, 'open');
  const waiting = new Map<number, (value: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = reply.parse(JSON.parse(String(data)));
    if (id !== undefined) waiting.get(id)?.(result?.data ?? result?.result?.value);
  });
  let last = 0;
  return (method: string, params: object): Promise<unknown> =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
};
