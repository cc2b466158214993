import { useInfiniteQuery } from '@tanstack/react-query';
import { readPages, useWrite } from '../api/client.ts';
import { toast } from '../app/toasts.tsx';
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
export const Sessions = () => {
  const sessions = useInfiniteQuery(readPages('sessions.list', {}));
  const end = useWrite('sessions.end');
  return (
    <Panel title={texts.sessions}>
      <List
        label={texts.sessions}
        query={sessions}
        keyOf={({ id }) => id}
        empty={texts.noSessions}
        columns={[
          { title: texts.person, cell: ({ name, email }) => name ?? email },
          { title: texts.device, cell: ({ userAgent }) => deviceOf(userAgent) },
          { title: texts.since, cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { title: texts.seen, cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
          {
            title: texts.actions,
            cell: ({ id, email, userAgent, current }) =>
              current ? (
                texts.current
              ) : (
                <button
                  type="button"
                  aria-label={texts.endOf(email, deviceOf(userAgent))}
                  disabled={end.isPending}
                  onClick={() => end.mutate({ id }, { onSuccess: () => toast(texts.ended(email)) })}
                >
                  {texts.end}
                </button>
              ),
          },
        ]}
      />
    </Panel>
  );
};
