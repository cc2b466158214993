import { afterAll, expect, it, vi } from 'vitest';
import { startApp } from '../harness.ts';
import { openEventStream } from './event-stream.ts';

vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
const app = await startApp();
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});

it('a stream without hints gets a line every 15 s, with the id to reconnect with', async () => {
  const authorization = `Bearer ${await app.token({ role: 'agent' })}`;
  const stream = await openEventStream(app.internalUrl, { authorization });
  for (const heartbeats of [1, 2]) {
    vi.advanceTimersByTime(15_000);
    await expect.poll(() => stream.text.match(/^:\nid: [\d.-]+\n\n/gm)).toHaveLength(heartbeats);
  }
  expect(stream.events).toEqual([]);
  stream.leave();
});
