import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useRead } from '../api/client.ts';
import { useNames } from '../shell/people.ts';
import { includesRole, useSession } from '../shell/session.ts';
import { useSummary } from '../tickets/ask-change.tsx';
import { Moment, Panel } from '../ui/page.tsx';
import { List } from '../ui/table.tsx';
import { conditionsIn } from './rule-fields.ts';
import { macroTexts as texts } from './texts.ts';

/** The person's own macros and the team's macros. */
export const Macros = () => {
  const read = useSummary();
  const me = useSession().email;
  const nameOf = useNames();
  return (
    <Panel
      title={texts.macros}
      actions={
        <Link to="/macros/nova" className="button">
          <Plus size={16} />
          {texts.add}
        </Link>
      }
    >
      <p className="small">{texts.macrosWhy}</p>
      <List
        label={texts.macros}
        query={useRead('macros.list')}
        empty={texts.none}
        columns={{
          [texts.name]: ({ id, name }) => <Link to={`/macros/${id}`}>{name}</Link>,
          [texts.does]: read,
          [texts.whose]: ({ ownerEmail, shared }) => {
            if (shared) return texts.team;
            return ownerEmail === me || ownerEmail === null ? texts.mine : nameOf(ownerEmail);
          },
        }}
      />
    </Panel>
  );
};

/** The rules in the order of evaluation. Only administrators change them. */
export const Rules = () => {
  const isAdmin = includesRole(useSession().role, 'admin');
  return (
    <Panel
      title={texts.rules}
      actions={
        isAdmin && (
          <Link to="/regras/nova" className="button">
            <Plus size={16} />
            {texts.addRule}
          </Link>
        )
      }
    >
      <p className="small">{texts.rulesWhy}</p>
      <List
        label={texts.rules}
        query={useRead('rules.list')}
        empty={texts.noRules}
        columns={{
          [texts.name]: ({ id, name }) =>
            isAdmin ? <Link to={`/regras/${id}`}>{name}</Link> : name,
          [texts.when]: ({ on, when, enabled }) =>
            [!enabled && texts.off, texts.on[on], ...conditionsIn(when)]
              .filter(Boolean)
              .join(' · '),
          [texts.macro]: ({ macroName }) => macroName,
          [texts.lastRun]: ({ lastRun }) =>
            lastRun && (
              <span data-tone="ask" className={lastRun.error === null ? undefined : 'state'}>
                <Moment at={lastRun.at} />
                {lastRun.error !== null && <span title={lastRun.error}>{texts.failedIn}</span>}{' '}
                <Link to={`/chamados/${lastRun.ticketId}`}>{texts.ticket(lastRun.ticketId)}</Link>
              </span>
            ),
        }}
      />
    </Panel>
  );
};
