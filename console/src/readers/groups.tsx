import { useInfiniteQuery } from '@tanstack/react-query';
import { readPages } from '../api/client.ts';
import { useAddress } from '../parts/address.ts';
import { Panel } from '../parts/page.tsx';
import { List } from '../parts/table.tsx';
import { readerTexts as texts } from '../texts/readers.ts';
import { ReaderLink } from './reader-link.tsx';

/** The groups of readers and, of one of them, its members. For administrators. */
export const Groups = () => {
  const { search, change } = useAddress();
  const { grupo = '' } = search;
  const members = useInfiniteQuery({
    ...readPages('groups.members', { groupId: grupo }),
    enabled: grupo !== '',
  });
  return (
    <Panel title={texts.groups}>
      <List
        label={texts.groups}
        query={useInfiniteQuery(readPages('groups.list', {}))}
        empty={texts.noGroups}
        keyOf={({ groupId }) => groupId}
        columns={[
          { title: texts.group, cell: ({ name }) => name },
          { title: texts.owner, cell: ({ ownerEmail }) => <ReaderLink email={ownerEmail} /> },
          {
            title: texts.membersOf,
            cell: ({ groupId, name, memberCount }) => (
              <button type="button" onClick={() => change({ grupo: groupId })}>
                {texts.members(memberCount)}
                <span className="hidden">{name}</span>
              </button>
            ),
          },
        ]}
      />
      {grupo !== '' && (
        <List
          label={texts.membersOf}
          query={members}
          empty={texts.noMembers}
          keyOf={({ memberId }) => memberId}
          columns={[{ title: texts.email, cell: ({ email }) => <ReaderLink email={email} /> }]}
        />
      )}
    </Panel>
  );
};
