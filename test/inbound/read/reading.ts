import { readMail as read } from '../../../server/inbound/read/mail.ts';
import { type Evidence, foldQuotes } from '../../../server/inbound/read/quotations.ts';

/** The addresses that the tests' service knows. */
export const known = { own: ['suporte@leitor.example'], forms: [] as string[] };

/** Reads a mail like a service with the address `suporte@leitor.example`. */
export const readMail = (raw: Buffer) => read(raw, known);

/** Folds the quotation in an answer to one of our mails. */
export const fold = (text: string, evidence: Partial<Evidence> = {}) => {
  const answer = { isAnswer: true, isForward: false, subject: 'Re: Ajuda' };
  return foldQuotes(text, { sent: [], own: known.own, ...answer, ...evidence });
};

/** Reads a mail and folds its quotation, without our mails as evidence. */
export const readAndFold = async (raw: Buffer) => {
  const mail = await readMail(raw);
  return { ...mail, ...fold(mail.text, mail) };
};
