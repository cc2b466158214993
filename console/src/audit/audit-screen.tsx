import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ItemOf, usePages, useRead } from '../api/client.ts';
import { shell } from '../shell/texts.ts';
import { Form, Input, Select, Toolbar } from '../ui/form.tsx';
import { addDays, fullDay, isDay, startOfDay } from '../ui/format/time.ts';
import { Moment, Page } from '../ui/page.tsx';
import { useAddress } from '../ui/state/address.ts';
import { Breakable, List } from '../ui/table.tsx';
import { actNames } from './acts.ts';
import { auditTexts as texts } from './texts.ts';

type Act = ItemOf<'audit.list'>;

/** The audit trail, with the values before and after each act. */
export default function AuditScreen() {
  const { search } = useAddress();
  const { pessoa, ato, alvo, de, ate } = search;
  const list = usePages('audit.list', {
    ...(pessoa && { actor: pessoa }),
    ...(ato && { action: ato }),
    ...(alvo && { target: texts.parseTarget(alvo) }),
    ...(isDay(de) && { from: startOfDay(de) }),
    ...(isDay(ate) && { to: startOfDay(addDays(ate, 1)) }),
  });
  const quizzes = useRead('quiz.list', { attempts: false }).data?.items ?? [];
  const dates = new Map(quizzes.map(({ id, quizDate }) => [id, quizDate]));
  return (
    <Page title={shell.titles.audit}>
      <p>{texts.why}</p>
      <Filters key={JSON.stringify(search)} />
      <List
        label={shell.titles.audit}
        query={list}
        empty={texts.empty}
        keyOf={({ id }) => id}
        columns={{
          [texts.when]: ({ at }) => <Moment at={at} />,
          [texts.who]: ({ actor, actorEmail, actingFor }) => (
            <Words text={texts.onBehalf(actorEmail ?? actor, actingFor)} />
          ),
          [texts.action]: ({ action, outcome }) => (
            <Words text={texts.act(actNames[action] ?? action, outcome)} />
          ),
          [texts.target]: ({ target }) => <Target target={target} dates={dates} />,
          [texts.before]: (act) => valuesOf(act, 'before'),
          [texts.after]: (act) => valuesOf(act, 'after'),
        }}
      />
    </Page>
  );
}

/** A text that wraps between words and parts of addresses, never within them. */
const Words = ({ text }: { text: string }) => (
  <span className="words">
    <Breakable text={text} />
  </span>
);

const inputs = [
  { name: 'pessoa', placeholder: 'agente@exemplo.com' },
  { name: 'alvo', placeholder: 'Chamado 5' },
  { name: 'de', type: 'date' },
  { name: 'ate', type: 'date' },
] as const;

const acts = Object.entries(actNames).sort(([, one], [, other]) => one.localeCompare(other));

const Filters = () => {
  const { search, change } = useAddress();
  return (
    <Form onSubmit={change}>
      <Toolbar>
        <Select
          label={texts.action}
          name="ato"
          defaultValue={search.ato}
          options={[['', texts.any], ...acts]}
        />
        {inputs.map((input) => (
          <Input
            key={input.name}
            label={texts.filters[input.name]}
            {...input}
            defaultValue={search[input.name]}
          />
        ))}
        <button type="submit">{texts.filter}</button>
      </Toolbar>
    </Form>
  );
};

/** The pages of audited things, by the kind of thing. */
const pages: Readonly<Record<string, string>> = {
  ticket: '/chamados/',
  draft: '/rascunhos/',
  quiz: '/quiz/',
};

const Target = ({
  target,
  dates,
}: {
  target: string;
  /** The dates of quizzes, by the quizzes' ids. */
  dates: ReadonlyMap<string, string>;
}): ReactNode => {
  const [kind = '', id = ''] = target.split(/:(.*)/s);
  const date = kind === 'quiz' ? dates.get(id) : undefined;
  const text = <Words text={date ? texts.quizOf(fullDay(date)) : texts.targetOf(kind, id)} />;
  return kind in pages ? <Link to={`${pages[kind]}${id}`}>{text}</Link> : text;
};

/** What an act changed, before or after it. The trail holds no personal contents. */
const valuesOf = ({ changes }: Act, side: 'before' | 'after'): ReactNode =>
  changes
    .filter((change) => change[side] !== undefined || (side === 'after' && !('before' in change)))
    .map((change) => (
      <p key={change.field}>
        <Words text={texts.value(change.field, change[side])} />
      </p>
    ));
