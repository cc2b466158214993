import { readMail as read } from '../../../server/inbound/read/mail.ts';
import { type Evidence, foldQuotes } from '../../../server/inbound/read/quotations.ts';

/** Whose addresses the service of the tests knows. */
export const known = { own: ['suporte@leitor.example'], forms: [] as string[] };

/** Reads a mail as a service does whose address is `suporte@leitor.example`. */
export const readMail = (raw: Buffer) => read(raw, known);

/** Folds what an answer to a mail of ours quotes. */
export const fold = (text: string, evidence: Partial<Evidence> = {}) => {
  const answer = { isAnswer: true, isForward: false, subject: 'Re: Ajuda' };
  return foldQuotes(text, { sent: [], own: known.own, ...answer, ...evidence });
};

/** Reads a mail and folds what it quotes, without mails of ours that could prove it. */
export const readAndFold = async (raw: Buffer) => {
  const mail = await readMail(raw);
  return { ...mail, ...fold(mail.text, mail) };
};
