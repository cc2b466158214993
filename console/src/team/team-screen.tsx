import { type ItemOf, usePages, write } from '../api/client.ts';
import { shell } from '../shell/texts.ts';
import { type Action, Actions } from '../ui/actions.tsx';
import { Check, Input, Select } from '../ui/form.tsx';
import { Moment, Page, Panel } from '../ui/page.tsx';
import { List } from '../ui/table.tsx';
import { Keys } from './keys.tsx';
import { teamTexts as texts } from './texts.ts';

type Member = ItemOf<'team.list'>;

const roles = ['agent', 'editor', 'admin'] as const;

const sourceOf = ({ teamRole, tokenRole }: Member): string => {
  if (teamRole && tokenRole && tokenRole !== 'reader') return texts.sources.both;
  return teamRole ? texts.sources.team : texts.sources.provider;
};

export default function TeamScreen() {
  return (
    <Page title={shell.titles.team} actions={<Actions actions={[changeRole()]} />}>
      <Panel title={texts.people}>
        <List
          label={texts.people}
          query={usePages('team.list', {})}
          empty={texts.noPeople}
          columns={{
            [texts.person]: ({ name, email }) => name ?? email,
            [texts.email]: ({ email }) => email,
            [texts.role]: ({ role }) => shell.roles[role],
            [texts.from]: sourceOf,
          }}
          actions={(member) => [changeRole(member)]}
        />
      </Panel>
      <Sessions />
      <Keys />
    </Page>
  );
}

const changeRole = (member?: Member): Action => ({
  text: member ? texts.change : texts.add,
  title: member && texts.changeOf(member.email),
  asks: (
    <>
      {!member && <Input label={texts.email} name="email" type="email" required />}
      <Select
        label={texts.teamRole}
        name="role"
        defaultValue={member ? (member.teamRole ?? '') : 'agent'}
        options={[
          ...(member ? [['', texts.none] as const] : []),
          ...roles.map((role) => [role, shell.roles[role]] as const),
        ]}
      />
      <p>
        {member?.tokenRole && member.tokenRole !== 'reader'
          ? texts.providerStays(shell.roles[member.tokenRole])
          : texts.atOnce}
      </p>
      <Check label={texts.invite} name="invite" />
    </>
  ),
  run: async (fields) => {
    const email = member?.email ?? fields.email ?? '';
    const role = roles.find((known) => known === fields.role) ?? null;
    const invite = role !== null && 'invite' in fields;
    await write('team.set', { email, role, invite });
    return invite ? texts.invited(email) : texts.changed(email);
  },
});

const Sessions = () => (
  <Panel title={texts.sessions}>
    <List
      label={texts.sessions}
      query={usePages('sessions.list', {})}
      empty={texts.noSessions}
      columns={{
        [texts.person]: ({ name, email }) => name ?? email,
        [texts.device]: ({ userAgent }) => deviceOf(userAgent),
        [texts.since]: ({ createdAt }) => <Moment at={createdAt} />,
        [texts.seen]: ({ lastSeenAt, current }) =>
          current ? texts.current : <Moment at={lastSeenAt} />,
      }}
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

// The order matters: Edge also calls itself Chrome, and Chrome calls itself Safari.
const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'];
const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'];
const brands: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'macOS' };

/** The browser and the operating system of a session. */
export const deviceOf = (userAgent: string | null): string => {
  const [browser, system] = [browsers, systems].map((known) => {
    const found = known.find((name) => userAgent?.includes(name));
    return found && (brands[found] ?? found);
  });
  return browser && system ? texts.deviceOf(browser, system) : texts.unknownDevice;
};
