import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail that the stub received. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** The whole message as it was received. */
  source: Buffer;
}

/** A mail server that delivers nothing. */
export interface SmtpSandbox {
  /** The address of the server: `smtp://host:port`. */
  url: string;
  /** All accepted mails, oldest first. */
  mails: ReceivedMail[];
  close: () => Promise<void>;
}

/** Hooks into the server. A hook rejects a mail by throwing; one that never resolves hangs. */
export interface SmtpBehaviour {
  /** Called at RCPT TO. An error's `responseCode` is the server's reply. */
  onRecipient?: (address: string) => Promise<void> | void;
  /** Called after the whole text, before the reply 250. `drop` closes the connection without a reply. */
  onMail?: (mail: ReceivedMail, drop: () => void) => Promise<void> | void;
}

const maxMailBytes = 41_943_040;
/** The limit bounds the memory of a sandbox that runs for weeks. */
const maxMails = 1_000;

/** Starts a mail server on the loopback interface that stores every mail and delivers none. */
export const startSmtpSandbox = async ({
  onRecipient,
  onMail,
}: SmtpBehaviour = {}): Promise<SmtpSandbox> => {
  const mails: ReceivedMail[] = [];
  /** The open connections by the client's port, which identifies a session. */
  const connections = new Map<number, () => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: maxMailBytes,
    closeTimeout: 100,
    onRcptTo: (address, _session, done) => {
      reply(async () => onRecipient?.(address.address), done);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail: ReceivedMail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks),
        };
        reply(async () => {
          await onMail?.(mail, () => connections.get(session.remotePort)?.());
          mails.push(mail);
          if (mails.length > maxMails) mails.shift();
        }, done);
      });
    },
  });
  // Clients may disconnect at any time.
  server.on('error', () => undefined);
  server.server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    const { remotePort } = socket;
    if (remotePort === undefined) return;
    connections.set(remotePort, () => socket.destroy());
    socket.once('close', () => connections.delete(remotePort));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  // The server does not keep the process alive.
  server.server.unref();
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};

const reply = (work: () => Promise<unknown>, done: (error?: Error | null) => void): void => {
  work().then(
    () => done(),
    (error) => done(error instanceof Error ? error : new Error(String(error))),
  );
};
