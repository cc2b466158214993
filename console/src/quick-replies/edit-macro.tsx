import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
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
import { Actions } from '../ui/actions.tsx';
import { Check, Form, Input, Toolbar } from '../ui/form.tsx';
import { toast } from '../ui/overlays/toasts.tsx';
import { Button, Panel } from '../ui/page.tsx';
import { ActionFields } from './action-fields.tsx';
import { macroTexts as texts } from './macro-texts.ts';
import styles from './macros.module.css';

const { types } = ticketTexts.macros;

type Macro = ItemOf<'macros.list'>;

/** Creates a macro, or changes one. */
export const EditMacro = ({ macro }: { macro: Macro | undefined }) => {
  const navigate = useNavigate();
  const { email, role } = useSession();
  const isAdmin = includesRole(role, 'admin');
  const tagIds = (useRead('tags.list').data?.items ?? []).map(({ id }) => id);
  // Each with a number of its own, which stays when one before it goes.
  const [rows, setRows] = useState(() => (macro?.actions ?? []).map(numbered));
  const actions = rows.map(({ action }) => action);
  const leave = () => navigate({ to: '/respostas-rapidas' });
  const save = useMutation({
    mutationFn: ({ name = '', shared }: { name?: string; shared?: string }) =>
      write('macros.save', {
        ...(macro && { id: macro.id }),
        name,
        shared: shared !== undefined,
        actions,
      }),
    onSuccess: (_, { name = '' }) => {
      toast(texts.saved(name));
      void leave();
    },
  });
  if (macro?.usedByRule && !isAdmin) return <p>{texts.usedByRule}</p>;
  if (macro && macro.ownerEmail !== email && !isAdmin) return <p>{texts.notOwn}</p>;
  const offered = offeredTypes(actions, tagIds);
  return (
    <>
      <Form onSubmit={save.mutate} className={`stack ${styles.edit}`}>
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
        <Toolbar>
          <button
            type="submit"
            className="primary"
            disabled={actions.length === 0 || !actions.every(isComplete) || save.isPending}
          >
            {texts.save}
          </button>
        </Toolbar>
      </Form>
      {macro && (
        <Actions
          actions={[
            {
              text: texts.remove,
              asks: texts.removeWhy,
              look: 'danger',
              run: () => write('macros.delete', { id: macro.id }).then(leave),
              done: texts.removed(macro.name),
            },
          ]}
        />
      )}
    </>
  );
};

let last = 0;
const numbered = (action: MacroAction) => {
  last += 1;
  return { key: last, action };
};
