import { readMail as read } from '../../../server/inbound/read/mail.ts';
import { foldQuotes } from '../../../server/inbound/read/quotations.ts';

/** Whose addresses the service of the tests knows. */
export const known = { own: ['suporte@leitor.example'], forms: [] as string[] };

/** Reads a mail as a service does whose address is `suporte@leitor.example`. */
export const readMail = (raw: Buffer) => read(raw, known);

/** Reads a mail and folds what it quotes, without mails of ours that could prove it. */
export const readAndFold = async (raw: Buffer) => {
  const mail = await readMail(raw);
  return { ...mail, ...foldQuotes(mail.text, { sent: [], isForward: mail.isForward }) };
};
