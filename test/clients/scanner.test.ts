import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../scripts/servers/local-server.ts';
import { openScanner } from '../../server/clients/scanner.ts';
import { startFakeClamd } from '../attachments/fake-clamd.ts';

async function* contentsOf(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

const locationOf = (url: string) => ({ host: '127.0.0.1', port: Number(URL.parse(url)?.port) });
const failure = expect.objectContaining({ code: 'unavailable' });

describe('a scan', () => {
  it('sends contents in the chunks they come in and returns the verdict', async () => {
    const clamd = await startFakeClamd();
    onTestFinished(clamd.stop);
    const scanner = openScanner(locationOf(clamd.url));
    expect(await scanner.scan(contentsOf('a', '', 'b'), 60_000)).toEqual({ infected: false });
    expect(clamd.scanned.map(String)).toEqual(['ab']);
    clamd.setReply(() => 'stream: Win.Test.EICAR_HDB-1 FOUND');
    const verdict = await scanner.scan(contentsOf('c'), 60_000);
    expect(verdict).toEqual({ infected: true, signature: 'Win.Test.EICAR_HDB-1' });
    clamd.setReply((contents) => `stream: ${'x'.repeat(Number(contents))} FOUND`);
    const long = await scanner.scan(contentsOf('200'), 60_000);
    expect(long).toEqual({ infected: true, signature: 'x'.repeat(200) });
    await expect(scanner.scan(contentsOf('201'), 60_000)).rejects.toEqual(failure);
  });

  it('fails at its deadline if the scanner is silent, and so do scans that wait for a turn', async () => {
    const clamd = await startFakeClamd();
    onTestFinished(clamd.stop);
    clamd.setReply(() => undefined);
    const scanner = openScanner(locationOf(clamd.url));
    // Those that wait are past their deadline when the first ones end, on a busy machine too.
    const scan = (timeoutMs: number) => scanner.scan(contentsOf('a'), timeoutMs);
    const scans = Array.from({ length: 12 }, (_, index) => scan(index < 4 ? 2_000 : 50));
    await expect.poll(() => clamd.scanned.length).toBe(4);
    const outcomes = await Promise.allSettled(scans);
    expect(outcomes).toEqual(outcomes.map(() => ({ status: 'rejected', reason: failure })));
    expect(clamd.scanned).toHaveLength(4);
  });

  it('fails if nobody listens, or the connection breaks amid the contents', async () => {
    const port = await freePort();
    const scanner = openScanner({ host: '127.0.0.1', port });
    await expect(scanner.scan(contentsOf('a'), 60_000)).rejects.toEqual(failure);
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.destroy());
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const endless = async function* () {
      for (;;) yield Buffer.alloc(65_536);
    };
    await expect(scanner.scan(endless(), 60_000)).rejects.toEqual(failure);
  });
});
