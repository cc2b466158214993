import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { parseConfig } from '../../server/config/config.ts';
import type { LoadShedder } from '../../server/http/admission/load-shedding.ts';
import { listen } from '../../server/http/listener.ts';
import type { AppParts } from '../../server/listeners/app-parts.ts';
import { bareApp, instrumentRequest } from '../../server/listeners/every-request.ts';

it('measures each request but streams, and counts all but 503 as served', async () => {
  const measured: unknown[] = [];
  let served = 0;
  const parts = {
    log: pino({ level: 'silent' }),
    metricsRegistry: {
      observeRequest: ({ path }: { path: string }, res: { statusCode: number }) =>
        void measured.push([path, res.statusCode]),
    },
  } as unknown as AppParts;
  const shedder = {
    countServed: () => {
      served += 1;
    },
  } as LoadShedder;
  const app = bareApp(parseConfig({}));
  app.use(instrumentRequest(parts, shedder));
  app.use((req, res) => {
    if (req.path === '/stream') req.isStream = true;
    res.sendStatus(req.path === '/busy' ? 503 : 200);
  });
  const listener = await listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => listener.close(0));
  listener.serve(app);
  for (const path of ['/one', '/busy', '/stream', '/two']) await fetch(listener.url + path);
  await expect.poll(() => served).toBe(3);
  expect(measured).toEqual([
    ['/one', 200],
    ['/busy', 503],
    ['/two', 200],
  ]);
});
