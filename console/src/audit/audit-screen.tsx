import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { usePages, useRead } from '../api/client.ts';
import { shell } from '../shell/texts.ts';
import { Form, Input, Select, Toolbar } from '../ui/form.tsx';
import { addDays, fullDay, isDay, startOfDay } from '../ui/format/time.ts';
import { Button, Moment, Page } from '../ui/page.tsx';
import { useAddress } from '../ui/state/address.ts';
import { Breakable, itemsOf, ListEnd, Table } from '../ui/table.tsx';
import { actNames } from './acts.ts';
import { foldedActs } from './folded-acts.ts';
import { auditTexts as texts } from './texts.ts';

/** Many acts of one kind are one row, so a page has many. */
const limit = 100;

/** The audit trail, with the values before and after each act; equal acts in a row are folded into one. */
export default function AuditScreen() {
  const { search } = useAddress();
  const { pessoa, ato, alvo, de, ate } = search;
  const list = usePages('audit.list', {
    ...(pessoa && { actor: pessoa }),
    ...(ato && { action: ato }),
    ...(alvo && { target: texts.parseTarget(alvo) }),
    ...(isDay(de) && { from: startOfDay(de) }),
    ...(isDay(ate) && { to: startOfDay(addDays(ate, 1)) }),
    limit,
  });
  const [opened, setOpened] = useState<readonly number[]>([]);
  const acts = itemsOf(list);
  const rows = foldedActs(acts, opened);
  const quizzes = useRead('quiz.list', { attempts: false }).data?.items ?? [];
  const dates = new Map(quizzes.map(({ id, quizDate }) => [id, quizDate]));
  return (
    <Page title={shell.titles.audit}>
      <p>{texts.why}</p>
      <Filters key={JSON.stringify(search)} />
      {rows.length > 0 && (
        <Table
          label={shell.titles.audit}
          items={rows}
          columns={{
            [texts.when]: ({ act }) => <Moment at={act.at} />,
            [texts.who]: ({ act: { actor, actorEmail, actingFor } }) =>
              texts.onBehalf(actorEmail ?? actor, actingFor),
            [texts.action]: ({ act: { action, outcome } }) =>
              texts.act(actNames[action] ?? action, outcome),
            [texts.target]: ({ act, folded }) =>
              folded > 1 ? (
                <Button
                  text={texts.folded(folded)}
                  onClick={() => setOpened([...opened, act.id])}
                />
              ) : (
                <Target target={act.target} dates={dates} />
              ),
            [texts.changes]: ({ act }) =>
              act.changes.map((change) => (
                <p key={change.field}>
                  <Breakable text={texts.change(change)} />
                </p>
              )),
          }}
        />
      )}
      <ListEnd query={list} empty={texts.empty} />
    </Page>
  );
}

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
  const text = <Breakable text={date ? texts.quizOf(fullDay(date)) : texts.targetOf(kind, id)} />;
  return kind in pages ? <Link to={`${pages[kind]}${id}`}>{text}</Link> : text;
};
