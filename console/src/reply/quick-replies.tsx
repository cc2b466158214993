import { useRead } from '../api/client.ts';
import { useSession } from '../shell/session.ts';
import { OptionsDialog } from '../ui/overlays/options-dialog.tsx';
import { asHtml, escapeHtml } from './reply-html.tsx';
import { replyTexts as texts } from './texts.ts';

/** Values of a quick reply's variables. */
export interface Variables {
  requesterName: string | null;
  newsletter: string | null;
  ticketId: number;
}

/** Fills in the variables that have a value; the service refuses a reply with others. */
export const fillVariables = (
  html: string,
  { requesterName, newsletter, ticketId }: Variables,
  agent: string,
): string => {
  const values = new Map([
    ['nome', requesterName],
    ['primeiro_nome', requesterName?.split(/\s+/)[0]],
    ['ticket', String(ticketId)],
    ['newsletter', newsletter],
    ['atendente', agent],
  ]);
  return html.replaceAll(/\{\{([^{}]*)\}\}/g, (braces, name: string) =>
    escapeHtml(values.get(name.trim()) || braces),
  );
};

/** The variables of a reply that have no value on its ticket. */
export const missingVariables = (html: string, variables: Variables): string[] => [
  ...new Set(fillVariables(html, variables, '').match(/\{\{(?!\s*atendente\s*\}\})[^{}]*\}\}/g)),
];

/** Asks for a quick reply and returns its HTML with the variables filled in; undefined if none was chosen. */
export const QuickReplies = ({
  variables,
  onClose,
}: {
  variables: Variables;
  onClose: (html: string | undefined) => void;
}) => {
  const agent = useSession().name;
  const replies = useRead('quickReplies.list').data?.items ?? [];
  return (
    <OptionsDialog
      title={texts.quick}
      options={replies.map(({ id, title, shortcut }): [string, string] => [
        String(id),
        `${title} · ${shortcut}`,
      ])}
      onChoose={(id) => {
        const chosen = replies.find((reply) => String(reply.id) === id);
        onClose(chosen && fillVariables(asHtml(chosen.content), variables, agent));
      }}
      onClose={() => onClose(undefined)}
    />
  );
};
