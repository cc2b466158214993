import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { freePort } from '../../scripts/servers/local-server.ts';

/** The fake's reply to contents; undefined sends nothing and leaves the connection open. */
export type ScanReply = (contents: Buffer) => string | undefined;

/** Contents with this text are infected, like the text of the real daemon's test signature. */
export const malware = 'LEITOR-TEST-MALWARE';

export const infectedIfMarked: ScanReply = (contents) =>
  contents.includes(malware) ? 'stream: Leitor.Test.UNOFFICIAL FOUND' : 'stream: OK';

const command = Buffer.from('zINSTREAM\0');

/** Starts a fake of clamd that speaks `INSTREAM` and finds {@link malware}. */
export const startFakeClamd = async () => {
  const port = await freePort();
  const sockets = new Set<Socket>();
  const scanned: Buffer[] = [];
  let reply = infectedIfMarked;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    let received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const contents = readFrames(received);
      if (contents === undefined) return;
      if (contents === 'unknown') return void socket.end('UNKNOWN COMMAND\0');
      scanned.push(contents);
      const text = reply(contents);
      if (text !== undefined) socket.end(`${text}\0`);
    });
  });
  const start = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await start();
  return {
    url: `clamd://127.0.0.1:${port}`,
    /** The complete contents that were scanned, oldest first. */
    scanned,
    setReply: (next: ScanReply) => {
      reply = next;
    },
    start,
    /** Stops listening and closes connections; `start` listens on the same port again. */
    stop: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};

/** The contents of a complete stream; undefined if more data must follow. */
const readFrames = (received: Buffer): Buffer | undefined | 'unknown' => {
  const head = received.subarray(0, command.length);
  if (!command.subarray(0, head.length).equals(head)) return 'unknown';
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    at += 4;
    if (length === 0) return Buffer.concat(chunks);
    if (at + length > received.length) return undefined;
    chunks.push(received.subarray(at, at + length));
    at += length;
  }
  return undefined;
};
