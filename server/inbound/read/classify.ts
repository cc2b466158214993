import type { Bounce } from './bounce-report.ts';
import type { KnownAddresses, Sender } from './sender.ts';

/**
 * The kind of a mail: from a person, or of a kind that must never open a ticket or get a reply (RFC 3834).
 */
export type MailKind = 'person' | 'bounce' | 'auto-reply' | 'list' | 'own-mail';

/** The input of the classification. */
export interface ClassifiedMail {
  /** Returns a header by its name in lower case; undefined if the mail has none. */
  header: (name: string) => string | undefined;
  sender: Sender;
  /** The recipients in lower case. */
  recipients: readonly string[];
  subject: string;
  text: string;
  /** True if its headers say that it answers one of our mails. */
  isReply: boolean;
  /** True if it answers any mail. */
  isAnswer: boolean;
  bounce: Bounce | undefined;
  /** True if it has a delivery status as a part (RFC 3464). */
  hasStatus: boolean;
}

/**
 * Classifies a mail. `Auto-Submitted` or a delivery status is sufficient alone. Of other signs, a mail that
 * was sent to us or answers ours needs two to be automatic, because servers and groups also add them to
 * people's mails.
 */
export const classifyMail = (mail: ClassifiedMail, known: KnownAddresses): MailKind => {
  const { header, sender } = mail;
  const address = typeof sender === 'object' ? sender.address : '';
  const from = header('from')?.toLowerCase() ?? '';
  if (known.forms.some((form) => from.includes(form))) return 'person';
  const contentType = header('content-type')?.toLowerCase() ?? '';
  const isReport = contentType.startsWith('multipart/report');
  if (isReport && contentType.includes('delivery-status')) return 'bounce';
  if (known.own.includes(address)) return 'own-mail';
  const returned = bounceSigns(mail);
  if (returned >= 2 || (returned === 1 && mail.bounce?.isReturned)) return 'bounce';
  if (isReport) return returned > 0 ? 'bounce' : 'auto-reply';
  const submitted = header('auto-submitted')?.trim().toLowerCase();
  if (submitted && !/^no\b/.test(submitted)) {
    return mail.bounce?.isReturned && mail.bounce.hasReason ? 'bounce' : 'auto-reply';
  }
  const isToUs = isAddressedTo(mail, known);
  // A mail to us about a holiday that answers nothing is a request.
  const automatic = automaticSigns(mail, mail.isAnswer || !isToUs);
  const listed = listSigns(mail, known);
  const signs = returned + automatic + listed;
  const needed = mail.isReply || isToUs ? 2 : 1;
  if (signs < needed) return 'person';
  return listed > automatic ? 'list' : 'auto-reply';
};

/** Returns true if any sign says that a program or a list sent it: then nothing may reply automatically. */
export const isUnanswerable = (mail: ClassifiedMail, known: KnownAddresses): boolean => {
  const from = mail.header('from')?.toLowerCase() ?? '';
  if (known.forms.some((form) => from.includes(form))) return false;
  const submitted = mail.header('auto-submitted')?.trim().toLowerCase();
  if (submitted && !/^no\b/.test(submitted)) return true;
  return bounceSigns(mail) + automaticSigns(mail, true) + listSigns(mail, known) > 0;
};

const countTrue = (signs: readonly boolean[]): number => signs.filter(Boolean).length;

const readText = 2_000;
const daemon = /^(?:mail(?:er)?[-_.]?(?:daemon|delivery[-_.]?(?:sub)?system)|post[-_.]?master)@/;
const returnedSubject =
  /^(?:(?:permanent |temporary )?deliver(?:y|ed) (?:status|failure|has failed|incomplete|error)|undeliver|failure (?:notice|delivery)|mail (?:delivery|system error|failed|could not be delivered)|(?:delayed|returned) mail|warning: (?:message|could not send)|message (?:status|delayed|not delivered|you sent)|(?:e-?mail|message) delivery (?:error|failure)|unzustellbar|non remis|não (?:é possível entregar|entregue|foi possível)|falha na entrega|devolvid|(?:e-?mail|mensagem) (?:devolvid[oa]|não entregue)|no se (?:puede|pudo) entregar|correo (?:devuelto|no entregado))/i;

const nobody = /^(?:no|do[-_.]?not|n[aã]o)[-_.]?(?:reply|resp)/i;
/** Matches the text that servers write about a returned mail. */
const refusal =
  /\b[45]\d\d[ -]{1,3}(?:#?[45]\.\d{1,3}\.\d{1,3}|Requested)|^transcript of session|could not be delivered to:/im;

const bounceSigns = (mail: ClassifiedMail): number => {
  const { header, sender, subject, hasStatus, text } = mail;
  const from = header('from')?.trim() ?? '';
  const address = typeof sender === 'object' ? sender.address : from;
  const isNobodys =
    nobody.test(address) && !/@/.test(header('reply-to')?.replace(address, '') ?? '');
  return countTrue([
    header('return-path')?.trim() === '<>',
    daemon.test(address) || /mailer-daemon/i.test(from) || from === '<>' || isNobodys,
    refusal.test(text.slice(0, readText)),
    hasStatus,
    header('x-failed-recipients') !== undefined,
    returnedSubject.test(subject),
  ]);
};

const replyStart = String.raw`^(?:(?:re|res|aw)\s?:\s?)?\[?`;
const automaticSubject = new RegExp(
  `${replyStart}(?:auto(?:matic|mátic[ao]|maticamente)?[- :]?(?:reply|response|resposta)?\\b|automatic reply|resposta autom|respuesta autom)`,
  'i',
);
/** People also write such subjects: "Em férias, pausar a entrega". */
const awaySubject = new RegExp(
  `${replyStart}(?:out of (?:the )?office|fora do escritório|ausente|ausência|fuera de la oficina|em férias|vacation)`,
  'i',
);

const automaticSigns = ({ header, subject }: ClassifiedMail, mayBeAway: boolean): number =>
  countTrue([
    ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-auto-reply'].some((name) =>
      isSet(header(name)),
    ),
    isSet(header('x-auto-response-suppress')),
    /auto/i.test(header('precedence') ?? ''),
    isSet(header('x-mail-autoreply')) || isSet(header('x-vacation')),
    automaticSubject.test(subject) || (mayBeAway && awaySubject.test(subject)),
  ]);

/** Returns true if a header is set; some programs write `no`. */
const isSet = (value: string | undefined): boolean =>
  value !== undefined && !/^(?:no|false|0|none|)$/i.test(value.trim());

const listSigns = ({ header }: ClassifiedMail, known: KnownAddresses): number => {
  const domains = known.own.map((address) => address.slice(address.indexOf('@') + 1));
  const ids = ['list-id', 'list-post', 'mailing-list'].flatMap(
    (name) => header(name)?.toLowerCase() ?? [],
  );
  // A group with one of our addresses forwards what people wrote to it.
  if (ids.some((id) => domains.some((domain) => id.includes(domain)))) return 0;
  return countTrue([
    ids.length > 0,
    header('list-unsubscribe') !== undefined,
    /bulk|junk|list/i.test(header('precedence') ?? ''),
    header('feedback-id') !== undefined || header('x-campaign') !== undefined,
  ]);
};

/** Returns true if it was sent to one of our addresses, with any tag and any name of our domain. */
const isAddressedTo = ({ recipients }: ClassifiedMail, { own }: KnownAddresses): boolean =>
  own.length === 0 ||
  recipients.some((recipient) =>
    own.some((address) => recipient.endsWith(address.slice(address.indexOf('@')))),
  );
