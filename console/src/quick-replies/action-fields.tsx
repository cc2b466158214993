import { X } from 'lucide-react';
import { useRead } from '../api/client.ts';
import { Editor } from '../reply/editor.tsx';
import type { MacroAction } from '../tickets/macro-actions.ts';
import { allStatuses, ticketTexts } from '../tickets/texts.ts';
import { Check, Field, Input, Select } from '../ui/form.tsx';
import { IconButton } from '../ui/page.tsx';
import styles from './macros.module.css';
import { quickReplyTexts, macroTexts as texts } from './texts.ts';

const { changes, macros, nobody } = ticketTexts;

interface Props<Action> {
  action: Action;
  onChange: (action: Action) => void;
}

/** One action of a macro: what it is, and with what. */
export const ActionFields = ({
  action,
  onChange,
  onRemove,
}: Props<MacroAction> & { onRemove: () => void }) => {
  const name = changes[action.type];
  return (
    <div className={styles.action}>
      <Fields action={action} onChange={onChange} />
      <IconButton icon={X} className="low" text={texts.removeAction(name)} onClick={onRemove} />
    </div>
  );
};

const Fields = ({ action, onChange }: Props<MacroAction>) => {
  const tags = useRead('tags.list').data?.items ?? [];
  const team = useRead('me.get').data?.team ?? [];
  const label = changes[action.type];
  switch (action.type) {
    case 'status':
      return (
        <Select
          label={label}
          value={action.status}
          options={allStatuses.map((status) => [status, ticketTexts.statuses[status]])}
          onChange={(value) => {
            const status = allStatuses.find((known) => known === value);
            if (status) onChange({ ...action, status });
          }}
        />
      );
    case 'addTag':
    case 'removeTag':
      return (
        <Select
          label={label}
          value={String(action.tagId)}
          options={tags.map(({ id, name }) => [String(id), name])}
          onChange={(id) => onChange({ ...action, tagId: Number(id) })}
        />
      );
    case 'assign':
      return (
        <Select
          label={label}
          value={action.agentEmail ?? ''}
          options={[
            ['me', macros.me],
            ['', nobody],
            ...team.map(({ email, name }) => [email, name ?? email] as const),
          ]}
          onChange={(email) => onChange({ ...action, agentEmail: email || null })}
        />
      );
    case 'reply':
      return <Reply action={action} onChange={onChange} />;
    case 'note':
      return (
        <Field label={label}>
          <textarea
            rows={3}
            maxLength={10_000}
            value={action.body}
            onChange={({ target }) => onChange({ ...action, body: target.value })}
          />
        </Field>
      );
    case 'snooze':
      return <Snooze action={action} onChange={onChange} />;
  }
};

type Of<Type> = Extract<MacroAction, { type: Type }>;

const Reply = ({ action, onChange }: Props<Of<'reply'>>) => {
  return (
    <div className="stack">
      <span className="small">{changes.reply}</span>
      <Editor
        initial={action.html}
        label={changes.reply}
        placeholder={quickReplyTexts.textHint}
        onChange={(html) => onChange({ ...action, html })}
      />
      <Check
        label={texts.byMail}
        checked={action.sendEmail ?? false}
        onChange={(sendEmail) => onChange({ ...action, sendEmail })}
      />
    </div>
  );
};

const Snooze = ({ action, onChange }: Props<Of<'snooze'>>) => {
  const { days, hour } = typeof action.until === 'object' && action.until ? action.until : first;
  const change = (changed: Partial<typeof first>) =>
    onChange({ ...action, until: { days, hour, ...changed } });
  return (
    <div className="line">
      <span className="small">{changes.snooze}</span>
      <Input
        label={texts.days}
        type="number"
        min={0}
        max={365}
        required
        value={days}
        onChange={(text) => change({ days: Number(text) })}
      />
      <Input
        label={texts.hour}
        type="number"
        min={0}
        max={23}
        required
        value={hour}
        onChange={(text) => change({ hour: Number(text) })}
      />
    </div>
  );
};

const first = { days: 1, hour: 8 };
