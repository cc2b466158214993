import { useSession } from '../app/session.ts';
import { OptionsDialog } from '../parts/options-dialog.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';
import { useTeam } from './team.ts';

/** Asks to whom tickets are assigned; null: to nobody. */
export const AssignDialog = ({
  onChoose,
  onClose,
}: {
  onChoose: (email: string | null) => void;
  onClose: () => void;
}) => {
  const me = useSession()?.email ?? '';
  const others = useTeam().filter(({ email }) => email !== me);
  const options: [string, string][] = [
    [me, texts.actions.assignToMe],
    ...others.map(({ email, name }): [string, string] => [email, name ?? email]),
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
