import type { ReadMail } from './parse.ts';

/** What kind of mail it is: from a person, or one that must never open a ticket nor be replied to (RFC 3834). */
export type MailKind = 'person' | 'bounce' | 'auto-reply' | 'list' | 'own-mail';

/** Returns the kind of a mail by its headers. `ownAddresses`: ours, in lower case. */
export const classifyMail = (mail: ReadMail, ownAddresses: readonly string[]): MailKind => {
  const { header, sender } = mail;
  const contentType = header('content-type')?.toLowerCase() ?? '';
  const isReport = contentType.startsWith('multipart/report');
  if (isReport && contentType.includes('delivery-status')) return 'bounce';
  const address = typeof sender === 'object' ? sender.address : '';
  if (ownAddresses.includes(address)) return 'own-mail';
  const local = address.split('@')[0] ?? '';
  if (header('return-path') === '<>' || daemons.has(local)) return 'bounce';
  const submitted = header('auto-submitted')?.toLowerCase();
  if (submitted !== undefined && !submitted.startsWith('no')) return 'auto-reply';
  if (isReport || autoReplyHeaders.some((name) => header(name) !== undefined)) return 'auto-reply';
  const precedence = header('precedence')?.toLowerCase() ?? '';
  if (precedence.includes('auto')) return 'auto-reply';
  if (listHeaders.some((name) => header(name) !== undefined)) return 'list';
  return listPrecedences.has(precedence) ? 'list' : 'person';
};

const daemons = new Set(['mailer-daemon', 'postmaster']);
const autoReplyHeaders = ['x-autoreply', 'x-autorespond', 'x-auto-response-suppress'];
const listHeaders = ['list-id', 'list-unsubscribe', 'list-post'];
const listPrecedences = new Set(['bulk', 'junk', 'list']);

/** What a delivery status notification reports (RFC 3464). */
export interface Bounce {
  /** The Message-ID of the mail that was not delivered, with its angle brackets. */
  mailId: string;
  /** False if the server is still trying, or has delivered or relayed it. */
  failed: boolean;
  reason: string;
}

const readBytes = 65_536;
const anyMessageId = /(<ticket-\d{1,10}\.message-\d{1,10}(?:\.[a-z2-7]{16})?@[^\s<>@]{1,255}>)/;
/** In the headers of a returned mail, `References` names earlier mails of its thread first. */
const ownMessageId = new RegExp(`^(?:Original-)?Message-ID:\\s{0,9}${anyMessageId.source}`, 'im');

/** The bounce that a mail reports; undefined if it does not say which mail. */
export const readBounce = (mail: ReadMail): Bounce | undefined => {
  const parts = mail.attachments.map(({ type, contents }) => ({
    type,
    text: Buffer.from(contents.subarray(0, readBytes)).toString('latin1').replaceAll('\0', ' '),
  }));
  const status = parts.find(({ type }) => type === 'message/delivery-status')?.text ?? '';
  const texts = [...parts.map(({ text }) => text), mail.text];
  const ids = [ownMessageId, anyMessageId].flatMap((id) =>
    texts.flatMap((text) => id.exec(text)?.[1] ?? []),
  );
  const [mailId] = ids;
  if (mailId === undefined) return undefined;
  const action = /^Action:[ \t]*([a-z]{1,20})/im.exec(status)?.[1]?.toLowerCase();
  const reason = /^Diagnostic-Code:[ \t]*([^\r\n]{1,300})/im.exec(status)?.[1];
  return {
    mailId,
    failed: action === undefined || action === 'failed',
    reason: reason ?? 'undeliverable',
  };
};
