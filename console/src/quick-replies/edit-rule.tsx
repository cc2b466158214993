import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, type ItemOf, useRead, write } from '../api/client.ts';
import { failureText } from '../api/failure.ts';
import { Check, type Fields, Input, Select, Toolbar } from '../ui/form.tsx';
import { Panel } from '../ui/page.tsx';
import { ItemForm } from './item-form.tsx';
import styles from './macros.module.css';
import { conditionNames, whenOf } from './rule-fields.ts';
import { macroTexts as texts } from './texts.ts';

type Rule = ItemOf<'rules.list'>;

const limits = {
  from: { maxLength: 254, placeholder: 'loja.com.br' },
  subject: { maxLength: 300 },
  main: { maxLength: 120 },
  body: { maxLength: 1_000 },
} as const;

/** A form for a rule, beside the tickets that the rule would have matched. */
export const EditRule = ({ rule }: { rule: Rule | undefined }) => {
  const macros = useRead('macros.list').data?.items.filter(({ shared }) => shared);
  const rules = useRead('rules.list').data?.items ?? [];
  const save = (fields: Fields) =>
    write('rules.save', {
      id: rule?.id,
      name: fields.name ?? '',
      enabled: fields.enabled !== undefined,
      position: Number(fields.position),
      on: fields.on === 'message' ? 'message' : 'ticket',
      when: whenOf(fields),
      macroId: Number(fields.macroId),
    });
  const preview = useMutation({
    mutationFn: (fields: Fields) => ask('rules.preview', { when: whenOf(fields), days: 30 }),
  });
  if (macros?.length === 0) return <p>{texts.noMacro}</p>;
  const lastPosition = Math.max(0, ...rules.map(({ position = 0 }) => position));
  return (
    <div className="stack">
      <ItemForm
        name={rule?.name}
        isBlocked={!macros}
        save={save}
        preview={preview.mutate}
        remove={() => write('rules.delete', { id: rule?.id ?? 0 })}
      >
        <Toolbar>
          <Input label={texts.name} name="name" required maxLength={60} defaultValue={rule?.name} />
          <Input
            label={texts.order}
            name="position"
            type="number"
            min={0}
            max={10_000}
            required
            defaultValue={rule?.position ?? lastPosition + 1}
          />
          <Check label={texts.enabled} name="enabled" defaultChecked={rule?.enabled ?? true} />
        </Toolbar>
        <Panel title={texts.when}>
          <Select
            label={texts.comes}
            name="on"
            defaultValue={rule?.on}
            options={Object.entries(texts.on)}
          />
          <div className={styles.conditions}>
            {conditionNames.map((name) => (
              <Input
                key={name}
                label={texts.fields[name]}
                name={name}
                defaultValue={rule?.when[name]}
                {...limits[name]}
              />
            ))}
          </div>
        </Panel>
        {macros && (
          <Select
            label={texts.macro}
            name="macroId"
            defaultValue={rule?.macroId}
            options={macros.map(({ id, name }) => [String(id), name])}
          />
        )}
      </ItemForm>
      <div role="status">
        {preview.error && <p role="alert">{failureText(preview.error)}</p>}
        {preview.data && (
          <>
            <p>{texts.previewed(preview.data.matched, preview.data.checked)}</p>
            <ul className={styles.found}>
              {preview.data.items.map(({ ticketId, subject, requesterEmail }) => (
                <li key={ticketId} className="line">
                  <Link to={`/chamados/${ticketId}`}>{subject || texts.ticket(ticketId)}</Link>
                  <span className="small">{requesterEmail}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
};
