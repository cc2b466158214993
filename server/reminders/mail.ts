import { htmlDocument } from '../outbox/message.ts';
import { escapeHtml } from '../text/plain-text.ts';

/** Builds the subject and texts of a reminder; `link` turns it off. */
export const reminderMail = ({ streak, link }: { streak: number; link: string }) => {
  const days = streak === 1 ? '1 dia' : `${streak} dias`;
  const subject = `Sua sequência de ${days} termina à meia-noite`;
  const asks = `Sua sequência de leitura está em ${days}, e o dia de hoje ainda não conta. Leia a edição de hoje até a meia-noite para não perder a sequência.`;
  const why = 'Você recebe este lembrete porque o ligou.';
  const off = 'Não quero mais lembretes';
  return {
    subject,
    text: `Olá!\n\n${asks}\n\n${why} ${off}: ${link}\n`,
    html: htmlDocument(
      `<p>Olá!</p>\n<p>${asks}</p>\n<p><small>${why} <a href="${escapeHtml(link)}">${off}</a></small></p>`,
    ),
    headers: {
      // RFC 3834: nobody asked for this mail just now, so it is no reply.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};
