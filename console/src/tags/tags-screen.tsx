import { type OutputOf, useRead, write } from '../api/client.ts';
import { shell } from '../shell/texts.ts';
import { type Action, Actions } from '../ui/actions.tsx';
import { Check, changedFields, Input } from '../ui/form.tsx';
import { Moment, Page, TagName } from '../ui/page.tsx';
import { List } from '../ui/table.tsx';
import { tagTexts as texts } from './texts.ts';

type Tag = OutputOf<'tags.list'>['items'][number];

export default function TagsScreen() {
  return (
    <Page title={shell.titles.tags} actions={<Actions actions={[edit()]} />}>
      <List
        label={shell.titles.tags}
        query={useRead('tags.list')}
        empty={texts.empty}
        columns={{
          [texts.name]: (tag) => <TagName {...tag} />,
          [texts.isDefault]: ({ isDefault }) => (isDefault ? texts.yes : ''),
          [texts.updated]: ({ updatedAt }) => <Moment at={updatedAt} />,
        }}
        actions={(tag) => [edit(tag), remove(tag)]}
      />
    </Page>
  );
}

const edit = (tag?: Tag): Action => ({
  text: tag ? texts.edit : texts.add,
  title: tag && texts.editOf(tag.name),
  asks: (
    <>
      <Input label={texts.name} name="name" required maxLength={60} defaultValue={tag?.name} />
      <Input label={texts.color} name="color" type="color" defaultValue={tag?.color ?? '#1d4ed8'} />
      <Check label={texts.isDefault} name="isDefault" defaultChecked={tag?.isDefault} />
    </>
  ),
  confirm: texts.save,
  run: async ({ name = '', color = '', isDefault }) => {
    const fields = { name, color, isDefault: isDefault !== undefined };
    await (tag
      ? write('tags.update', { id: tag.id, ...changedFields(tag, fields) })
      : write('tags.create', fields));
    return texts.saved(name);
  },
});

/** The action that deletes a tag; the service refuses it while tickets have the tag. */
const remove = ({ id, name }: Tag): Action => ({
  text: texts.remove,
  title: texts.removeOf(name),
  look: 'danger',
  asks: texts.removeWhy,
  run: () => write('tags.delete', { id }),
  done: texts.removed(name),
});
