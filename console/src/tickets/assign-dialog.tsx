import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client.ts';
import { useSession } from '../app/session.ts';
import { OptionsDialog } from '../parts/options-dialog.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';

/** Asks to whom tickets are assigned; null: to nobody. */
export const AssignDialog = ({
  onChoose,
  onClose,
}: {
  onChoose: (email: string | null) => void;
  onClose: () => void;
}) => {
  const me = useSession()?.email ?? '';
  const team = useQuery(read('me.get')).data?.team ?? [];
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
