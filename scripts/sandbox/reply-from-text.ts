/** The sandbox model's reply to a ticket: a courteous paragraph that repeats the subject. */
export const replyFromText = (text: string): { html: string; confidence: number } => {
  const words = subjectOf(text)
    .replace(/[<>&"]/g, ' ')
    .trim()
    .split(/\s+/)
    .slice(0, 12)
    .join(' ');
  return {
    html: `<p>Olá! Recebemos a sua mensagem sobre “${words}” e já estamos cuidando dela.</p><p>Abraço!</p>`,
    confidence: 0.9,
  };
};

/** The subject of a ticket in the material, or the whole text if it is not a ticket. */
const subjectOf = (text: string): string => {
  try {
    return String(JSON.parse(text).ticket.assunto);
  } catch {
    return text;
  }
};
