import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Tag as TagIcon } from 'lucide-react';
import { read, write } from '../api/client.ts';
import type { OutputOf } from '../api/procedures.ts';
import { type Action, Actions } from '../parts/actions.tsx';
import { useBlocked } from '../parts/confirm-dialog.tsx';
import { Moment } from '../parts/moment.tsx';
import { Field, Page } from '../parts/page.tsx';
import { List } from '../parts/table.tsx';
import { Loaded } from '../parts/waiting.tsx';
import { tagTexts as texts } from '../texts/tags.ts';

type Tag = OutputOf<'tags.list'>[number];

/** All tags, to be created, changed and deleted. */
export default function TagsScreen() {
  return (
    <Page title={texts.title} actions={<Actions actions={[edit()]} />}>
      <List
        label={texts.title}
        query={useQuery(read('tags.list'))}
        empty={texts.empty}
        keyOf={({ id }) => id}
        columns={[
          {
            title: texts.name,
            cell: ({ name, color }) => (
              <span>
                <TagIcon aria-hidden size={14} fill={color} /> {name}
              </span>
            ),
          },
          { title: texts.isDefault, cell: ({ isDefault }) => (isDefault ? texts.yes : '') },
          { title: texts.updated, cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
        ]}
        actions={(tag) => [edit(tag), remove(tag)]}
      />
    </Page>
  );
}

/** Creates a tag, or changes one. */
const edit = (tag?: Tag): Action => ({
  text: tag ? texts.edit : texts.add,
  ...(tag && { title: texts.editOf(tag.name) }),
  asks: (
    <>
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
    </>
  ),
  confirm: texts.save,
  run: async ({ name = '', color = '', isDefault }) => {
    const fields = { name, color, isDefault: isDefault !== undefined };
    await (tag ? write('tags.update', { id: tag.id, ...fields }) : write('tags.create', fields));
    return texts.saved(name);
  },
});

/** Deletes a tag that no ticket has. */
const remove = ({ id, name }: Tag): Action => ({
  text: texts.remove,
  title: texts.removeOf(name),
  danger: true,
  asks: <Used id={id} />,
  run: () => write('tags.delete', { id }),
  done: texts.removed(name),
});

/** How many tickets have a tag. */
const Used = ({ id }: { id: number }) => {
  const counts = useQuery({ ...read('tickets.counts', { views: [{ tagId: id }] }), staleTime: 0 });
  useBlocked(counts.data?.[0] !== 0);
  return (
    <Loaded query={counts}>
      {([tickets = 0]) => (
        <p>
          {texts.used(tickets)}{' '}
          {tickets > 0 && (
            <Link to="/fila" search={{ tag: String(id) }}>
              {texts.showUsed}
            </Link>
          )}
        </p>
      )}
    </Loaded>
  );
};
