import { useInfiniteQuery } from '@tanstack/react-query';
import { readPages, write } from '../api/client.ts';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/page.tsx';
import { List } from '../parts/table.tsx';
import { teamTexts as texts } from '../texts/team.ts';

// The first that is named wins: Edge also calls itself Chrome, and Chrome Safari.
const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'];
const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'];
const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'macOS' };

const deviceOf = (userAgent: string | null): string => {
  const [browser, system] = [browsers, systems].map((known) => {
    const found = known.find((name) => userAgent?.includes(name));
    return found && (names[found] ?? found);
  });
  return browser && system ? texts.deviceOf(browser, system) : texts.unknownDevice;
};

/** The open sessions, each ended by a click. */
export const Sessions = () => (
  <Panel title={texts.sessions}>
    <List
      label={texts.sessions}
      query={useInfiniteQuery(readPages('sessions.list', {}))}
      keyOf={({ id }) => id}
      empty={texts.noSessions}
      columns={[
        { title: texts.person, cell: ({ name, email }) => name ?? email },
        { title: texts.device, cell: ({ userAgent }) => deviceOf(userAgent) },
        { title: texts.since, cell: ({ createdAt }) => <Moment at={createdAt} /> },
        {
          title: texts.seen,
          cell: ({ lastSeenAt, current }) => (current ? texts.current : <Moment at={lastSeenAt} />),
        },
      ]}
      actions={({ id, email, userAgent, current }) =>
        current
          ? []
          : [
              {
                text: texts.end,
                title: texts.endOf(email, deviceOf(userAgent)),
                run: () => write('sessions.end', { id }),
                done: texts.ended(email),
              },
            ]
      }
    />
  </Panel>
);
