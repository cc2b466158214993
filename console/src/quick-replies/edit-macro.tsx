import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type ItemOf, useRead, write } from '../api/client.ts';
import { includesRole, useSession } from '../shell/session.ts';
import {
  firstFreeTag,
  isComplete,
  type MacroAction,
  newAction,
  offeredTypes,
} from '../tickets/macro-actions.ts';
import { ticketTexts } from '../tickets/texts.ts';
import { Check, Input } from '../ui/form.tsx';
import { Button, Panel } from '../ui/page.tsx';
import { ActionFields } from './action-fields.tsx';
import { ItemForm } from './item-form.tsx';
import styles from './macros.module.css';
import { macroTexts as texts } from './texts.ts';

const { types } = ticketTexts.macros;

type Macro = ItemOf<'macros.list'>;

/** Creates a macro, or changes one. */
export const EditMacro = ({ macro }: { macro: Macro | undefined }) => {
  const { email, role } = useSession();
  const isAdmin = includesRole(role, 'admin');
  const tagIds = (useRead('tags.list').data?.items ?? []).map(({ id }) => id);
  // Each with a number of its own, which stays when one before it goes.
  const [rows, setRows] = useState(() => (macro?.actions ?? []).map(numbered));
  const actions = rows.map(({ action }) => action);
  if (macro?.usedByRule && !isAdmin) return <p>{texts.usedByRule}</p>;
  if (macro && macro.ownerEmail !== email && !isAdmin) return <p>{texts.notOwn}</p>;
  const offered = offeredTypes(actions, tagIds);
  return (
    <ItemForm
      name={macro?.name}
      isBlocked={actions.length === 0 || !actions.every(isComplete)}
      save={({ name = '', shared }) =>
        write('macros.save', { id: macro?.id, name, shared: shared !== undefined, actions })
      }
      remove={() => write('macros.delete', { id: macro?.id ?? 0 })}
    >
      <Input
        label={texts.name}
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        defaultValue={macro?.name}
      />
      <Check label={texts.shared} name="shared" defaultChecked={macro?.shared} />
      <Panel title={texts.actions}>
        {rows.map(({ key, action }) => (
          <ActionFields
            key={key}
            action={action}
            onChange={(changed) =>
              setRows((before) =>
                before.map((row) => (row.key === key ? { key, action: changed } : row)),
              )
            }
            onRemove={() => setRows((before) => before.filter((row) => row.key !== key))}
          />
        ))}
        <fieldset className={`line ${styles.add}`}>
          <legend className="small">{texts.addAction}</legend>
          {offered.map((type) => (
            <Button
              key={type}
              icon={Plus}
              text={types[type]}
              className="lined low"
              onClick={() =>
                setRows((before) => [
                  ...before,
                  numbered(newAction(type, firstFreeTag(actions, tagIds) ?? 0)),
                ])
              }
            />
          ))}
        </fieldset>
      </Panel>
    </ItemForm>
  );
};

let last = 0;
const numbered = (action: MacroAction) => {
  last += 1;
  return { key: last, action };
};
