import { useRead } from '../api/client.ts';
import { useSession } from '../shell/session.ts';
import { ConfirmDialog } from '../ui/actions.tsx';
import { type Fields, Input } from '../ui/form.tsx';
import { OptionsDialog } from '../ui/overlays/options-dialog.tsx';
import { asHtml, escapeHtml } from './reply-html.tsx';
import { replyTexts as texts } from './texts.ts';

/** The values of a quick reply's variables. */
export interface Variables {
  requesterName: string | null;
  newsletter: string | null;
  ticketId: number;
}

/** Replaces the variables that have a value; the service refuses a reply with unfilled variables. */
export const fillVariables = (
  html: string,
  { requesterName, newsletter, ticketId }: Variables,
  agent: string,
  more: Fields = {},
): string => {
  const values = new Map([
    ['nome', requesterName],
    ['primeiro_nome', requesterName?.split(/\s+/)[0]],
    ['ticket', String(ticketId)],
    ['newsletter', newsletter],
    ['atendente', agent],
  ]);
  return html.replaceAll(/\{\{([^{}]*)\}\}/g, (braces, name: string) =>
    escapeHtml(values.get(name.trim()) || more[name.trim()] || braces),
  );
};

/** The variables of a reply that have no value on its ticket. */
export const missingVariables = (html: string, variables: Variables): string[] => {
  const left = fillVariables(html, variables, agentOf).matchAll(/\{\{([^{}]*)\}\}/g);
  return [...new Set([...left].map(([, name = '']) => name.trim()))];
};

/** The variable of the agent's name, which always has a value. */
const agentOf = 'agente';

/** Asks for the values of variables that have none on the ticket. */
export const VariablesDialog = ({
  html,
  variables,
  onClose,
}: {
  html: string;
  variables: Variables;
  /** Called with the filled text, or with undefined if the person cancelled. */
  onClose: (html: string | undefined) => void;
}) => {
  const agent = useSession().name;
  return (
    <ConfirmDialog
      title={texts.complete}
      confirm={texts.completed}
      onConfirm={(fields) => onClose(fillVariables(html, variables, agent, fields))}
      onClose={() => onClose(undefined)}
    >
      {missingVariables(html, variables).map((name) => (
        <Input key={name} label={name} name={name} required />
      ))}
    </ConfirmDialog>
  );
};

/** Lets the person choose a quick reply; returns its filled HTML, or undefined if none was chosen. */
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
      options={replies.map(({ id, title, shortcut }) => [String(id), `${title} · ${shortcut}`])}
      onChoose={(id) => {
        const chosen = replies.find((reply) => String(reply.id) === id);
        onClose(chosen && fillVariables(asHtml(chosen.content), variables, agent));
      }}
      onClose={() => onClose(undefined)}
    />
  );
};
