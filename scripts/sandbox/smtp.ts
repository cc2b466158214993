import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail that the stand-in was given. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** The whole message as it came. */
  source: Buffer;
}

/** A mail server that delivers nothing. */
export interface SmtpSandbox {
  /** `smtp://host:port` */
  url: string;
  /** Every mail it answered 250 to, first to last. */
  mails: ReceivedMail[];
  close: () => Promise<void>;
}

/** What a test may have the server do; each is asked once a mail, and throws a refusal or never answers. */
export interface SmtpBehaviour {
  /** Asked at RCPT TO. An error's `responseCode` is the server's answer. */
  onRecipient?: (address: string) => Promise<void> | void;
  /** Asked once the whole text has come, before 250. `drop` cuts the connection without an answer. */
  onMail?: (mail: ReceivedMail, drop: () => void) => Promise<void> | void;
}

const maxMailBytes = 5_242_880;
/** A stand-in that runs for weeks must not fill the memory. */
const keptMails = 1_000;

/** Starts a mail server on the loopback interface that keeps what it is given and sends it nowhere. */
export const startSmtpSandbox = async ({
  onRecipient,
  onMail,
}: SmtpBehaviour = {}): Promise<SmtpSandbox> => {
  const mails: ReceivedMail[] = [];
  /** By the client's port, which the server names a session's connection with. */
  const cuts = new Map<number, () => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: maxMailBytes,
    closeTimeout: 100,
    onRcptTo: (address, _session, done) => {
      answer(async () => onRecipient?.(address.address), done);
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
        answer(async () => {
          await onMail?.(mail, () => cuts.get(session.remotePort)?.());
          mails.push(mail);
          if (mails.length > keptMails) mails.shift();
        }, done);
      });
    },
  });
  // A client that leaves in the middle is its own affair.
  server.on('error', () => undefined);
  server.server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    const { remotePort } = socket;
    if (remotePort === undefined) return;
    cuts.set(remotePort, () => socket.destroy());
    socket.once('close', () => cuts.delete(remotePort));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  // It must not keep a process from ending.
  server.server.unref();
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};

const answer = (work: () => Promise<unknown>, done: (error?: Error | null) => void): void => {
  work().then(
    () => done(),
    (error) => done(error instanceof Error ? error : new Error(String(error))),
  );
};
