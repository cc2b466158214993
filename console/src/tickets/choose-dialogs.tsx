import { useRead } from '../api/client.ts';
import { useSession } from '../shell/session.ts';
import { OptionsDialog } from '../ui/overlays/options-dialog.tsx';
import { ticketTexts as texts } from './texts.ts';

/** Asks for the assignee of tickets; null means nobody. */
export const AssignDialog = ({
  onChoose,
  onClose,
}: {
  onChoose: (email: string | null) => void;
  onClose: () => void;
}) => {
  const me = useSession().email;
  const team = useRead('me.get').data?.team ?? [];
  const options: [string, string][] = [
    [me, texts.actions.assignToMe],
    ...team
      .filter(({ email }) => email !== me)
      .map(({ email, name }): [string, string] => [email, name ?? email]),
    ['', texts.actions.unassign],
  ];
  return (
    <OptionsDialog
      title={texts.actions.assign}
      options={options}
      onChoose={(email) => onChoose(email === '' ? null : email)}
      onClose={onClose}
    />
  );
};

export const TagDialog = ({
  title = texts.actions.tag,
  without = [],
  onChoose,
  onClose,
}: {
  title?: string;
  /** The tags that the dialog leaves out. */
  without?: readonly { id: number }[];
  onChoose: (tag: { id: number; name: string }) => void;
  onClose: () => void;
}) => {
  const tags = useRead('tags.list').data?.items ?? [];
  return (
    <OptionsDialog
      title={title}
      options={tags
        .filter(({ id }) => !without.some((tag) => tag.id === id))
        .map(({ id, name }): [string, string] => [String(id), name])}
      onChoose={(chosen) => {
        const tag = tags.find(({ id }) => String(id) === chosen);
        if (tag) onChoose(tag);
      }}
      onClose={onClose}
    />
  );
};
