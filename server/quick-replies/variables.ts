import { escapeHtml } from '../text/plain-text.ts';

/**
 * The variables that a quick reply may contain, with their values (docs/behaviour/tickets.md#quick-replies).
 */
interface ReplyVariables {
  /** The requester's name. */
  nome: string | undefined;
  /** The first word of the requester's name. */
  primeiro_nome: string | undefined;
  /** The ticket's number. */
  ticket: string | undefined;
  newsletter: string | undefined;
  /** The agent's name. */
  atendente: string | undefined;
}

export const replyVariables: readonly string[] = [
  'nome',
  'primeiro_nome',
  'ticket',
  'newsletter',
  'atendente',
] satisfies (keyof ReplyVariables)[];

const variable = /\{\{([^{}]*)\}\}/g;

/** Returns the names in a text that are not variables, each once. */
export const unknownVariables = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(variable)]
      .map(([, name = '']) => name.trim())
      .filter((name) => !replyVariables.includes(name)),
  ),
];

/**
 * Replaces the variables in HTML by their escaped values. Also returns the names without a value and unknown
 * names, which stay in the text.
 */
export const fillVariables = (
  html: string,
  values: ReplyVariables,
): { html: string; missing: string[] } => {
  const missing = new Set<string>();
  const filled = html.replaceAll(variable, (braces, inside: string) => {
    const name = inside.trim();
    const value = replyVariables.includes(name)
      ? Object.entries(values).find(([key]) => key === name)?.[1]
      : undefined;
    if (value) return escapeHtml(value);
    missing.add(name);
    return braces;
  });
  return { html: filled, missing: [...missing] };
};
