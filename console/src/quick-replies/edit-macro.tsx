import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type ItemOf, useRead, write } from '../api/client.ts';
import { includesRole, useSession } from '../shell/session.ts';
import { isComplete, type MacroAction, offeredActions } from '../tickets/macro-actions.ts';
import { ticketTexts } from '../tickets/texts.ts';
import { Check, Input } from '../ui/form.tsx';
import { Button, Panel } from '../ui/page.tsx';
import { ActionFields } from './action-fields.tsx';
import { ItemForm } from './item-form.tsx';
import { macroTexts as texts } from './texts.ts';

const { changes } = ticketTexts;

type Macro = ItemOf<'macros.list'>;

/** Creates a macro, or changes one. */
export const EditMacro = ({ macro }: { macro: Macro | undefined }) => {
  const { email, role } = useSession();
  const isAdmin = includesRole(role, 'admin');
  const tagIds = (useRead('tags.list').data?.items ?? []).map(({ id }) => id);
  const [actions, setActions] = useState<MacroAction[]>(macro?.actions ?? []);
  if (macro?.usedByRule && !isAdmin) return <p>{texts.usedByRule}</p>;
  if (macro && macro.ownerEmail !== email && !isAdmin) return <p>{texts.notOwn}</p>;
  return (
    <ItemForm
      name={macro?.name}
      isBlocked={actions.length === 0 || !actions.every(isComplete)}
      save={({ name = '', shared }) =>
        write('macros.save', { id: macro?.id, name, shared: shared !== undefined, actions })
      }
      remove={() => write('macros.delete', { id: macro?.id ?? 0 })}
    >
      <Input label={texts.name} name="name" required maxLength={60} defaultValue={macro?.name} />
      <Check label={texts.shared} name="shared" defaultChecked={macro?.shared} />
      <Panel title={texts.actions}>
        {actions.map((action, at) => (
          <ActionFields
            // The text of a reply is kept when an action before it is removed.
            key={action.type === 'reply' ? action.type : at}
            action={action}
            onChange={(changed) => setActions((before) => before.with(at, changed))}
            onRemove={() => setActions((before) => before.toSpliced(at, 1))}
          />
        ))}
        <fieldset className="line">
          <legend>{texts.addAction}</legend>
          {offeredActions(actions, tagIds).map((action) => (
            <Button
              key={action.type}
              icon={Plus}
              text={changes[action.type]}
              className="lined low"
              onClick={() => setActions([...actions, action])}
            />
          ))}
        </fieldset>
      </Panel>
    </ItemForm>
  );
};
