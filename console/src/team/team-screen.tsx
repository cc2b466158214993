import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readPages } from '../api/client.ts';
import type { ItemOf } from '../api/procedures.ts';
import { Page, Panel } from '../parts/page.tsx';
import { List } from '../parts/table.tsx';
import { shell } from '../texts/shell.ts';
import { teamTexts as texts } from '../texts/team.ts';
import { RoleDialog } from './role-dialog.tsx';
import { Sessions } from './sessions.tsx';

type Member = ItemOf<'team.list'>;

const sourceOf = ({ teamRole, tokenRole }: Member): string => {
  if (teamRole && tokenRole && tokenRole !== 'reader') return texts.sources.both;
  return teamRole ? texts.sources.team : texts.sources.provider;
};

/** The people with their roles, and the open sessions. */
export default function TeamScreen() {
  const people = useInfiniteQuery(readPages('team.list', {}));
  // Null: somebody who is not in the list.
  const [asked, setAsked] = useState<Member | null>();
  return (
    <Page
      title={texts.title}
      actions={
        <button type="button" onClick={() => setAsked(null)}>
          {texts.add}
        </button>
      }
    >
      <Panel title={texts.people}>
        <List
          label={texts.people}
          query={people}
          keyOf={({ email }) => email}
          empty={texts.noPeople}
          columns={[
            { title: texts.person, cell: ({ name, email }) => name ?? email },
            { title: texts.email, cell: ({ email }) => email },
            { title: texts.role, cell: ({ role }) => shell.roles[role] },
            { title: texts.from, cell: sourceOf },
            {
              title: texts.actions,
              cell: (member) => (
                <button
                  type="button"
                  aria-label={texts.changeOf(member.email)}
                  onClick={() => setAsked(member)}
                >
                  {texts.change}
                </button>
              ),
            },
          ]}
        />
      </Panel>
      <Sessions />
      {asked !== undefined && <RoleDialog member={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  );
}
