import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fileResponse } from '../../server/http/file-response.ts';

/** A file of 32 KiB that is being sent, and what becomes of its response. */
const sending = async (source: Readable) => {
  const said: object[] = [];
  const log = pino({}, { write: (line: string) => void said.push(JSON.parse(line)) });
  const done: unknown[] = [];
  const res = Object.assign(new EventEmitter(), {
    setHeader: () => undefined,
    setTimeout: (ms: number) => void done.push(`idle for ${ms} ms`),
    destroy: () => void done.push('closed'),
  });
  const file = { contentType: 'text/plain', contentDisposition: 'attachment', size: 32_768 };
  const req = { headers: {}, method: 'GET', range: () => undefined, log } as unknown as Request;
  const sha256 = Buffer.alloc(32);
  const sent = { ...file, sha256, open: async () => source };
  await fileResponse(req, res as unknown as Response, sent);
  return { res, done, said };
};

it('lets a download stand still for 30 s, and take two seconds more for each 32 KiB', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { done } = await sending(Readable.from([]));
  vi.advanceTimersByTime(31_999);
  expect(done).toEqual(['idle for 30000 ms']);
  vi.advanceTimersByTime(1);
  expect(done).toEqual(['idle for 30000 ms', 'closed']);
});

it('ends and logs the response of a file that breaks off, and closes that of a caller who leaves', async () => {
  const [broken, left] = [new Readable({ read() {} }), new Readable({ read() {} })];
  const { done, said, res } = await sending(broken);
  broken.destroy(new Error('gone'));
  await expect.poll(() => done).toContain('closed');
  const err = expect.objectContaining({ message: 'gone' });
  expect(said).toMatchObject([{ level: 50, msg: 'download failed', err }]);
  res.emit('close');
  (await sending(left)).res.emit('close');
  expect(left.destroyed).toBe(true);
});
