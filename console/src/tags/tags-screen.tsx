import { useQuery } from '@tanstack/react-query';
import { Tag as TagIcon } from 'lucide-react';
import { useState } from 'react';
import { read } from '../api/client.ts';
import { Moment } from '../parts/moment.tsx';
import { Page, Toolbar } from '../parts/page.tsx';
import { List } from '../parts/table.tsx';
import { tagTexts as texts } from '../texts/tags.ts';
import { DeleteTag } from './delete-tag.tsx';
import { EditTag, type Tag } from './edit-tag.tsx';

/** All tags, to be created, changed and deleted. */
export default function TagsScreen() {
  const tags = useQuery(read('tags.list'));
  const [edited, setEdited] = useState<Tag | 'new'>();
  const [deleted, setDeleted] = useState<Tag>();
  return (
    <Page
      title={texts.title}
      actions={
        <button type="button" onClick={() => setEdited('new')}>
          {texts.add}
        </button>
      }
    >
      <List
        label={texts.title}
        query={tags}
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
          {
            title: texts.actions,
            cell: (tag) => (
              <Toolbar>
                <button
                  type="button"
                  aria-label={texts.editOf(tag.name)}
                  onClick={() => setEdited(tag)}
                >
                  {texts.edit}
                </button>
                <button
                  type="button"
                  className="danger"
                  aria-label={texts.removeOf(tag.name)}
                  onClick={() => setDeleted(tag)}
                >
                  {texts.remove}
                </button>
              </Toolbar>
            ),
          },
        ]}
      />
      {edited && (
        <EditTag tag={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {deleted && <DeleteTag tag={deleted} onClose={() => setDeleted(undefined)} />}
    </Page>
  );
}
