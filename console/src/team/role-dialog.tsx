import { useWrite } from '../api/client.ts';
import type { ItemOf } from '../api/procedures.ts';
import { toast } from '../app/toasts.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field } from '../parts/page.tsx';
import { shell } from '../texts/shell.ts';
import { teamTexts as texts } from '../texts/team.ts';

const roles = ['agent', 'editor', 'admin'] as const;

/** Gives somebody a role in the team, or takes it away. */
export const RoleDialog = ({
  member,
  onClose,
}: {
  member: ItemOf<'team.list'> | null;
  onClose: () => void;
}) => {
  const set = useWrite('team.set');
  const onConfirm = (form: FormData) => {
    const email = member?.email ?? String(form.get('email'));
    const role = roles.find((known) => known === form.get('role')) ?? null;
    const onSuccess = () => {
      toast(texts.changed(email));
      onClose();
    };
    set.mutate({ email, role }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title={member ? texts.changeOf(member.email) : texts.add}
      confirm={member ? texts.change : texts.add}
      busy={set.isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {!member && (
        <Field label={texts.email}>
          <input name="email" type="email" required />
        </Field>
      )}
      <Field label={texts.teamRole}>
        <select name="role" defaultValue={member ? (member.teamRole ?? '') : 'agent'}>
          {member && <option value="">{texts.none}</option>}
          {roles.map((role) => (
            <option key={role} value={role}>
              {shell.roles[role]}
            </option>
          ))}
        </select>
      </Field>
      <p>
        {member?.tokenRole && member.tokenRole !== 'reader'
          ? texts.providerStays(shell.roles[member.tokenRole])
          : texts.atOnce}
      </p>
    </ConfirmDialog>
  );
};
