import { useWrite } from '../api/client.ts';
import type { OutputOf } from '../api/procedures.ts';
import { toast } from '../app/toasts.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field } from '../parts/page.tsx';
import { tagTexts as texts } from '../texts/tags.ts';

export type Tag = OutputOf<'tags.list'>[number];

/** Creates a tag, or changes one. */
export const EditTag = ({ tag, onClose }: { tag: Tag | undefined; onClose: () => void }) => {
  const create = useWrite('tags.create');
  const update = useWrite('tags.update');
  const save = (form: FormData) => {
    const name = String(form.get('name'));
    const fields = { name, color: String(form.get('color')), isDefault: form.has('isDefault') };
    const onSuccess = () => {
      toast(texts.saved(name));
      onClose();
    };
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
          name="name"
          required
          pattern=".*\S.*"
          maxLength={60}
          autoComplete="off"
          defaultValue={tag?.name}
        />
      </Field>
      <Field label={texts.color}>
        <input name="color" type="color" defaultValue={tag?.color ?? '#1d4ed8'} />
      </Field>
      <label>
        <input name="isDefault" type="checkbox" defaultChecked={tag?.isDefault} /> {texts.isDefault}
      </label>
    </ConfirmDialog>
  );
};
