import { type ItemOf, usePages, write } from '../api/client.ts';
import { shell } from '../shell/texts.ts';
import { type Action, Actions } from '../ui/actions.tsx';
import { Check, Input, Select } from '../ui/form.tsx';
import { addDays, civilToday, startOfDay } from '../ui/format/time.ts';
import { Moment, Panel } from '../ui/page.tsx';
import { List } from '../ui/table.tsx';
import { keyTexts as texts } from './texts.ts';

type Key = Extract<ItemOf<'tokens.list'>, { kind: 'key' }>;
type Domain = keyof typeof texts.domains;

const roles = ['agent', 'editor', 'admin', 'reader'] as const;

const isDomain = (name: string): name is Domain => name in texts.domains;

const domainName = (name: string): string => (isDomain(name) ? texts.domains[name] : name);

const isOver = ({ revokedAt, expiresAt }: Key): boolean =>
  revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now());

const whenOr = (moment: string | null, none: string) =>
  moment === null ? none : <Moment at={moment} />;

/** The keys of programs: made, shown once, and revoked. */
export const Keys = () => (
  <Panel title={texts.title} actions={<Actions actions={[creation]} />}>
    <p>{texts.why}</p>
    <List
      label={texts.title}
      query={usePages('tokens.list', { kind: 'key' })}
      empty={texts.empty}
      columns={{
        [texts.name]: ofKey(({ name }) => name),
        [texts.role]: ofKey(({ role }) => shell.roles[role]),
        [texts.reach]: ofKey((key) => key.domains?.map(domainName).join(', ') ?? texts.all),
        [texts.madeBy]: ofKey(({ createdBy }) => createdBy),
        [texts.used]: ofKey(({ lastUsedAt }) => whenOr(lastUsedAt, texts.never)),
        [texts.ends]: ofKey(({ revokedAt, expiresAt }) =>
          revokedAt === null ? whenOr(expiresAt, texts.open) : texts.revoked,
        ),
      }}
      actions={(item) => (item.kind === 'key' && !isOver(item) ? [revocation(item)] : [])}
    />
  </Panel>
);

/** A cell of a key; the list that it is in has only keys. */
const ofKey =
  <Cell,>(cell: (key: Key) => Cell) =>
  (item: ItemOf<'tokens.list'>): Cell | null =>
    item.kind === 'key' ? cell(item) : null;

const creation: Action = {
  text: texts.create,
  asks: (
    <>
      <Input label={texts.name} name="name" maxLength={60} required />
      <Select label={texts.role} name="role" options={Object.entries(shell.roles)} />
      <fieldset className="stack">
        <legend>{texts.only}</legend>
        <div className="line">
          {Object.entries(texts.domains).map(([domain, text]) => (
            <Check key={domain} label={text} name={domain} />
          ))}
        </div>
      </fieldset>
      <Input label={texts.until} name="until" type="date" min={civilToday()} />
    </>
  ),
  run: async ({ name = '', role, until, ...chosen }) => {
    const only = Object.keys(chosen).filter(isDomain);
    const { token } = await write('tokens.create', {
      name,
      role: roles.find((known) => known === role) ?? 'agent',
      ...(only.length > 0 && { domains: only }),
      // The day itself counts.
      ...(until && { expiresAt: startOfDay(addDays(until, 1)) }),
    });
    return token;
  },
  secret: texts.secret,
};

const revocation = ({ id, name }: Key): Action => ({
  text: texts.revoke,
  title: texts.revokeOf(name),
  look: 'danger',
  asks: texts.atOnce,
  run: () => write('tokens.revoke', { id }),
  done: texts.revokedNow(name),
});
