import type { MailExtras } from '../../db/tickets/messages.ts';
import { foldQuotes } from './fold.ts';
import type { PersonMail } from './judge.ts';

/** What a mail says, apart from what it quotes. `sent`: the texts of ours that it may quote. */
export const readContent = (
  { text, isForward, isCut, cc }: PersonMail,
  sent: readonly string[],
): MailExtras & { text: string } => {
  const { visible, folded, unsent } = foldQuotes(text, { sent, isForward });
  return {
    text: visible || '(sem texto)',
    folded,
    unsent,
    // Attachments that are refused follow after a comma.
    notice: isCut ? 'Não guardado: parte do texto' : undefined,
    cc: cc.map(({ address, name }) => ({ email: address, name: name ?? null })),
  };
};
