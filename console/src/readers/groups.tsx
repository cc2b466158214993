import { useInfiniteQuery } from '@tanstack/react-query';
import { readPages } from '../api/client.ts';
import { useAddress } from '../parts/address.ts';
import { Panel } from '../parts/page.tsx';
import { List } from '../parts/table.tsx';
import { readerTexts as texts } from '../texts/readers.ts';
import { ReaderLink } from './reader-link.tsx';

/** The groups of readers and, of one of them, its members. */
export const Groups = () => {
  const { search, change } = useAddress();
  const { grupo } = search;
  const groups = useInfiniteQuery(readPages('groups.list', {}));
  return (
    <>
      <Panel title={texts.groups}>
        <List
          label={texts.groups}
          query={groups}
          empty={texts.noGroups}
          keyOf={({ groupId }) => groupId}
          columns={[
            { title: texts.group, cell: ({ name }) => name },
            {
              title: texts.access,
              cell: ({ isPublic }) => (isPublic ? texts.public : texts.private),
            },
            { title: texts.owner, cell: ({ ownerEmail }) => <ReaderLink email={ownerEmail} /> },
            {
              title: texts.members,
              cell: ({ groupId, name, memberCount }) => (
                <button type="button" onClick={() => change({ grupo: groupId })}>
                  {memberCount.toLocaleString('pt-BR')}
                  <span className="hidden">{texts.showMembers(name)}</span>
                </button>
              ),
            },
          ]}
        />
      </Panel>
      {grupo && (
        <Members key={grupo} groupId={grupo} onClose={() => change({ grupo: undefined })} />
      )}
    </>
  );
};

const Members = ({ groupId, onClose }: { groupId: string; onClose: () => void }) => {
  const members = useInfiniteQuery(readPages('groups.members', { groupId }));
  return (
    <Panel
      title={texts.membersOf}
      actions={
        <button type="button" onClick={onClose}>
          {texts.closeMembers}
        </button>
      }
    >
      <List
        label={texts.membersOf}
        query={members}
        empty={texts.noMembers}
        keyOf={({ memberId }) => memberId}
        columns={[
          { title: texts.name, cell: ({ name }) => name },
          { title: texts.email, cell: ({ email }) => <ReaderLink email={email} /> },
        ]}
      />
    </Panel>
  );
};
