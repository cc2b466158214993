/** What a mail reports about one of our mails that was not delivered (RFC 3464, or the server's own text). */
export interface Bounce {
  /** The Message-ID of the undelivered mail, with its angle brackets. */
  mailId: string;
  /** False if the server is still trying, or has delivered or relayed the mail. */
  failed: boolean;
  reason: string;
  hasReason: boolean;
  /** True if the contents name our mail; the headers of every answer do. */
  isReturned: boolean;
}

export interface ReportPart {
  type: string;
  text: string;
}

const name = String.raw`(?:ticket-\d{1,10}\.(?:message|note)-\d{1,10}|reminder-\d{1,18}\.\d{4}-\d\d-\d\d)`;
const id = String.raw`(${name}(?:\.[a-z2-7]{16})?@[^\s<>@&]{1,255})(?:>|&gt;)`;
/** In the headers of a returned mail, `References` names earlier mails of its thread first. */
const namedIds = [
  new RegExp(String.raw`^[>\s]{0,9}(?:Original-)?Message-ID:\s{0,9}(?:<|&lt;)${id}`, 'im'),
  new RegExp(String.raw`^In-Reply-To:\s{0,9}(?:<|&lt;)${id}`, 'im'),
  new RegExp(`(?:<|&lt;)${id}`, 'i'),
];

/**
 * Finds our mail that a mail is about; undefined if it names none. It searches all parts, because servers
 * return mails as parts, as text, and in HTML.
 * @param headers the headers of the mail itself
 */
export const readBounce = (parts: readonly ReportPart[], headers: string): Bounce | undefined => {
  const status = parts.find(({ type }) => type === 'message/delivery-status')?.text ?? '';
  const texts = [...parts.map(({ text }) => text), headers];
  const idsIn = (text: string) => namedIds.flatMap((named) => named.exec(text)?.[1] ?? []);
  const [found] = namedIds.flatMap((named) => texts.flatMap((text) => named.exec(text)?.[1] ?? []));
  if (found === undefined) return undefined;
  const isReturned = parts.some(({ text }) => idsIn(text).length > 0);
  const reason = reasonOf(status, texts);
  return {
    mailId: `<${found}>`,
    failed: hasFailed(status, texts),
    reason: reason ?? 'undeliverable',
    hasReason: reason !== undefined,
    isReturned,
  };
};

const delayed =
  /\b(?:will (?:be retried|continue to|keep)\b|retry for|still (?:trying|being retried)|not yet been delivered|has been delayed|delivery (?:delayed|temporarily)|no action is required on your part|you do not need to resend|tentaremos novamente|será reenviad|atraso na entrega)/i;
const given = /\b(?:permanent (?:error|failure)|giving up|falha permanente)/i;
const readLength = 20_000;

const hasFailed = (status: string, texts: readonly string[]): boolean => {
  const actions = [...status.matchAll(/^Action:[ \t]{0,9}([a-z]{1,20})/gim)].map(([, action]) =>
    action?.toLowerCase(),
  );
  if (actions.length > 0) return actions.includes('failed');
  const [first = ''] = texts;
  const written = first.slice(0, readLength);
  return !delayed.test(written) || given.test(written);
};

/** Matches an SMTP reply with an enhanced code (RFC 3463), or after a word that introduces one. */
const replyLine =
  /((?<=said: |error: |response: |reason: |smtp; ?)[45]\d\d [^\r\n]{3,250}|\b[45]\d\d[ -]#?[45]\.\d{1,3}\.\d{1,3}\b[^\r\n]{0,250})/i;

/** Returns the reason in the words of the server that refused the mail. */
const reasonOf = (status: string, texts: readonly string[]): string | undefined => {
  const diagnostic = /^Diagnostic-Code:[ \t]{0,9}([^\r\n]{1,300})/im.exec(status)?.[1];
  const replies = texts.flatMap((text) => replyLine.exec(text.slice(0, readLength))?.[1] ?? []);
  const code = /^Status:[ \t]{0,9}([45]\.\d{1,3}\.\d{1,3})/im.exec(status)?.[1];
  return (diagnostic ?? replies[0] ?? code)?.trim();
};
