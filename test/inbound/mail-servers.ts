import { createTransport } from 'nodemailer';
import { findDovecot, startDovecot } from '../../scripts/servers/dovecot.ts';
import { findExim, startExim } from '../../scripts/servers/exim.ts';

/** An IMAP server (Dovecot) and an SMTP server (Exim) that delivers to its mailboxes. */
export type MailServers = Awaited<ReturnType<typeof startMailServers>>;

/** Starts both servers, which refuse mail to other addresses. */
export const startMailServers = async (addresses: readonly string[]) => {
  const [dovecot, exim] = [findDovecot(), findExim()];
  if (!dovecot || !exim) throw new Error('install dovecot-imapd and exim4-daemon-light');
  const imap = await startDovecot(dovecot);
  const smtp = await startExim(exim, { mails: imap.mails, addresses });
  const transport = createTransport({ url: smtp.url, ignoreTLS: true });
  return {
    imap,
    smtp,
    /** Sends a raw mail by SMTP. */
    deliver: async (raw: Buffer, envelope: { from: string; to: string }) => {
      await transport.sendMail({ envelope, raw });
    },
    stop: async () => {
      transport.close();
      await smtp.stop();
      await imap.stop();
    },
  };
};
