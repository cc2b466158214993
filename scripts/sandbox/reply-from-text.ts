/** What the sandbox's model answers to a ticket: a courteous paragraph that repeats what the ticket is about. */
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

/** The subject of the ticket in the material that a model is given; of any other text, all of it. */
const subjectOf = (text: string): string => {
  try {
    return String(JSON.parse(text).ticket.assunto);
  } catch {
    return text;
  }
};
