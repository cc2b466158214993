import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findDovecot, type LocalDovecot, startDovecot } from '../../../scripts/servers/dovecot.ts';
import {
  checkMailbox,
  type MailboxLocation,
  type MailboxMail,
  openMailbox,
} from '../../../server/clients/imap.ts';
import { imapUrl } from '../../../server/config/value-schemas.ts';
import { maxMailBytes } from '../../../server/inbound/receive/originals.ts';
import { aMail } from '../mails.ts';

let secure: LocalDovecot;
let plain: LocalDovecot;
beforeAll(async () => {
  secure = await startDovecot(findDovecot() ?? '', { tls: true });
  plain = await startDovecot(findDovecot() ?? '');
});
afterAll(async () => {
  await secure?.stop();
  await plain?.stop();
});

const support = 'suporte@leitor.example';
const connectionOf = (url: string) => {
  const { host, port, secure, user, password } = imapUrl.parse(url);
  return { host, port, secure, auth: { user, pass: password } };
};
/** Puts mails into an inbox. */
const append = async (url: string, mails: readonly Buffer[]) => {
  const client = new ImapFlow({
    ...connectionOf(url),
    tls: { rejectUnauthorized: false },
    logger: false,
  });
  client.on('error', () => undefined);
  await client.connect();
  for (const mail of mails) await client.append('INBOX', mail);
  await client.logout();
};

describe('a mailbox', () => {
  let owner: string;
  beforeEach(() => {
    owner = `${crypto.randomUUID()}@leitor.example`;
  });
  const inbox = () => plain.inboxOf(owner);
  const open = (changes: Partial<MailboxLocation> = {}) =>
    openMailbox({ ...imapUrl.parse(inbox()), requireTls: false, maxMailBytes, ...changes });
  /** The first mails after a position. */
  const take = async (
    count: number,
    after?: { uidValidity: string; lastUid: number },
    changes?: Partial<MailboxLocation>,
  ) => {
    const taken: MailboxMail[] = [];
    const end = new AbortController();
    await open(changes).read(
      after,
      async (mail) => {
        taken.push(mail);
        if (taken.length === count) end.abort();
      },
      AbortSignal.any([end.signal, AbortSignal.timeout(60_000)]),
    );
    return taken;
  };

  it('names the mailbox without its password', () => {
    expect(open().name).toBe(`${owner}@127.0.0.1/INBOX`);
  });

  it('is read in order from the mail after a position, or from its beginning', async () => {
    const mails = [aMail(), aMail(), aMail()];
    await append(inbox(), mails);
    const all = await take(3);
    expect(all).toEqual(
      mails.map((raw, index) => ({ uidValidity: all[0]?.uidValidity, uid: index + 1, raw })),
    );
    const uidValidity = String(all[0]?.uidValidity);
    expect(await take(2, { uidValidity, lastUid: 1 })).toEqual(all.slice(1));
    expect(await take(3, { uidValidity: '1', lastUid: 2 })).toEqual(all);
    const fourth = aMail();
    const next = take(1, { uidValidity, lastUid: 3 });
    await append(inbox(), [fourth]);
    expect(await next).toEqual([{ uidValidity, uid: 4, raw: fourth }]);
    const limit = { maxMailBytes: fourth.length - 1 };
    expect(await take(1, { uidValidity, lastUid: 3 }, limit)).toMatchObject([{ raw: undefined }]);
    const exact = { maxMailBytes: fourth.length };
    expect(await take(1, { uidValidity, lastUid: 3 }, exact)).toMatchObject([{ raw: fourth }]);
  });

  it("rejects with the error of the mailbox's reader", async () => {
    await append(inbox(), [aMail()]);
    const read = open().read(
      undefined,
      () => Promise.reject(new Error('no room')),
      AbortSignal.timeout(60_000),
    );
    await expect(read).rejects.toThrow('no room');
  });
});

it('a refused password is reported with the reason of the server', async () => {
  const server = {
    ...imapUrl.parse(plain.inboxOf(support)),
    requireTls: false,
    password: 'former',
  };
  const read = openMailbox({ ...server, maxMailBytes }).read(
    undefined,
    async () => undefined,
    AbortSignal.timeout(60_000),
  );
  await expect(read).rejects.toThrow(/authentication failed/i);
  await expect(checkMailbox(server)).rejects.toThrow(/authentication failed/i);
});

describe('over TLS', () => {
  const read = (verifyCertificate: boolean, from = secure) => {
    const location = imapUrl.parse(from.inboxOf(support));
    return openMailbox({ ...location, requireTls: true, maxMailBytes, verifyCertificate }).read(
      undefined,
      ({ raw }) => Promise.reject(new Error(`read ${raw?.length} bytes`)),
      AbortSignal.timeout(60_000),
    );
  };

  it('the mailbox is read', async () => {
    const mail = aMail();
    await append(secure.inboxOf(support), [mail]);
    await expect(read(false)).rejects.toThrow(`read ${mail.length} bytes`);
  });

  it('a certificate that nobody vouches for is refused', async () => {
    await expect(read(true)).rejects.toThrow(/self-signed certificate/);
  });

  it('a server without TLS is given up before the password is sent', async () => {
    await expect(read(true, plain)).rejects.toThrow(/STARTTLS/);
  });
});
