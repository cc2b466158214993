import { useState } from 'react';
import { useWrite } from '../api/client.ts';
import type { OutputOf } from '../api/procedures.ts';
import { toast } from '../app/toasts.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field } from '../parts/page.tsx';
import { tagTexts as texts } from '../texts/tags.ts';

export type Tag = OutputOf<'tags.list'>[number];

const newTag = { name: '', color: '#1d4ed8', isDefault: false };
const maxNameLength = 60;

/** Creates a tag, or changes one. */
export const EditTag = ({ tag, onClose }: { tag: Tag | undefined; onClose: () => void }) => {
  const [{ name, color, isDefault }, setFields] = useState(tag ?? newTag);
  const change = (changes: Partial<typeof newTag>) =>
    setFields((before) => ({ ...before, ...changes }));
  const create = useWrite('tags.create');
  const update = useWrite('tags.update');
  const save = () => {
    const onSuccess = () => {
      toast(texts.saved(name));
      onClose();
    };
    const fields = { name, color, isDefault };
    if (tag) update.mutate({ id: tag.id, ...fields }, { onSuccess });
    else create.mutate(fields, { onSuccess });
  };
  return (
    <ConfirmDialog
      title={tag ? texts.editOf(tag.name) : texts.add}
      confirm={texts.save}
      busy={create.isPending || update.isPending}
      onConfirm={save}
      onClose={onClose}
    >
      <Field label={texts.name}>
        <input
          required
          pattern=".*\S.*"
          maxLength={maxNameLength}
          autoComplete="off"
          value={name}
          onChange={({ target }) => change({ name: target.value })}
        />
      </Field>
      <Field label={texts.color}>
        <input
          type="color"
          value={color}
          onChange={({ target }) => change({ color: target.value })}
        />
      </Field>
      <label>
        <input
          type="checkbox"
          checked={isDefault}
          onChange={({ target }) => change({ isDefault: target.checked })}
        />{' '}
        {texts.isDefault}
      </label>
    </ConfirmDialog>
  );
};
