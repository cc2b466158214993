import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useRead } from '../api/client.ts';
import { useNames } from '../shell/people.ts';
import { useSession } from '../shell/session.ts';
import { useSummary } from '../tickets/ask-change.tsx';
import { Panel } from '../ui/page.tsx';
import { List } from '../ui/table.tsx';
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
          <Plus aria-hidden size={16} />
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
