import { useState } from 'react';
import { useWrite } from '../api/client.ts';
import type { ItemOf } from '../api/procedures.ts';
import { toast } from '../app/toasts.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field } from '../parts/page.tsx';
import { Select } from '../parts/select.tsx';
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
  const [email, setEmail] = useState(member?.email ?? '');
  const [role, setRole] = useState<string>(member ? (member.teamRole ?? '') : 'agent');
  const set = useWrite('team.set');
  const onConfirm = () =>
    set.mutate(
      { email, role: roles.find((known) => known === role) ?? null },
      {
        onSuccess: () => {
          toast(texts.changed(email));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={member ? texts.changeOf(email) : texts.add}
      confirm={member ? texts.change : texts.add}
      busy={set.isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {!member && (
        <Field label={texts.email}>
          <input
            type="email"
            required
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        </Field>
      )}
      <Select
        label={texts.teamRole}
        value={role}
        options={[
          ...(member ? [['', texts.none] as const] : []),
          ...roles.map((known) => [known, shell.roles[known]] as const),
        ]}
        onChange={setRole}
      />
      <p>
        {member?.tokenRole && member.tokenRole !== 'reader'
          ? texts.providerStays(shell.roles[member.tokenRole])
          : texts.atOnce}
      </p>
    </ConfirmDialog>
  );
};
