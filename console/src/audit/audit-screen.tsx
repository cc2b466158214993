import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readPages } from '../api/client.ts';
import type { ItemOf } from '../api/procedures.ts';
import { useAddress } from '../parts/address.ts';
import { Moment } from '../parts/moment.tsx';
import { Field, Form, Page, Toolbar } from '../parts/page.tsx';
import { List } from '../parts/table.tsx';
import { addDays, isDay, startOfDay } from '../parts/time.ts';
import { actNames } from '../texts/acts.ts';
import { auditTexts as texts } from '../texts/audit.ts';

type Act = ItemOf<'audit.list'>;

/** Who did what, with what was there before and after. */
export default function AuditScreen() {
  const { search } = useAddress();
  const { pessoa, ato, alvo, de, ate } = search;
  const list = useInfiniteQuery(
    readPages('audit.list', {
      ...(pessoa && { actor: pessoa }),
      ...(ato && { action: ato }),
      ...(alvo && { target: alvo }),
      ...(isDay(de) && { from: startOfDay(de) }),
      ...(isDay(ate) && { to: startOfDay(addDays(ate, 1)) }),
    }),
  );
  return (
    <Page title={texts.title}>
      <p>{texts.why}</p>
      <Filters key={JSON.stringify(search)} />
      <List
        label={texts.title}
        query={list}
        empty={texts.empty}
        keyOf={({ id }) => id}
        columns={[
          { title: texts.when, cell: ({ at }) => <Moment at={at} /> },
          {
            title: texts.who,
            cell: ({ actor, actorEmail, actingFor }) =>
              texts.onBehalf(actorEmail ?? actor, actingFor),
          },
          {
            title: texts.action,
            cell: ({ action, outcome }) => texts.act(actNames[action] ?? action, outcome),
          },
          { title: texts.target, cell: ({ target }) => <Target target={target} /> },
          { title: texts.before, cell: (act) => <Values act={act} side="before" /> },
          { title: texts.after, cell: (act) => <Values act={act} side="after" /> },
        ]}
      />
    </Page>
  );
}

const inputs = [
  { name: 'pessoa', placeholder: 'agente@exemplo.com' },
  { name: 'alvo', placeholder: 'ticket:5' },
  { name: 'de', type: 'date' },
  { name: 'ate', type: 'date' },
] as const;

const acts = Object.entries(actNames).sort(([, one], [, other]) => one.localeCompare(other));

const Filters = () => {
  const { search, change } = useAddress();
  return (
    <Form onSubmit={change}>
      <Toolbar>
        <Field label={texts.action}>
          <select name="ato" defaultValue={search.ato}>
            <option value="">{texts.any}</option>
            {acts.map(([act, name]) => (
              <option key={act} value={act}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        {inputs.map((input) => (
          <Field key={input.name} label={texts.filters[input.name]}>
            <input {...input} defaultValue={search[input.name]} />
          </Field>
        ))}
        <button type="submit">{texts.filter}</button>
      </Toolbar>
    </Form>
  );
};

/** The addresses of things that have a page. */
const pages: Readonly<Record<string, string>> = {
  ticket: '/chamados/',
  draft: '/rascunhos/',
  quiz: '/quiz/',
};

const Target = ({ target }: { target: string }): ReactNode => {
  const [kind = '', id] = target.split(':');
  const page = pages[kind];
  return page ? <Link to={`${page}${id}`}>{target}</Link> : target;
};

/** The values of what an act changed, before or after it. Personal contents are not in the trail. */
const Values = ({ act, side }: { act: Act; side: 'before' | 'after' }) => (
  <ul>
    {act.changes
      .filter((change) => change[side] !== undefined || (side === 'after' && !('before' in change)))
      .map((change) => (
        <li key={change.field}>{texts.value(change.field, change[side])}</li>
      ))}
  </ul>
);
