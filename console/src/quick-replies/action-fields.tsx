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

interface Props {
  action: MacroAction;
  onChange: (action: MacroAction) => void;
}

/** One action of a macro: what it is, and with what. */
export const ActionFields = ({ action, onChange, onRemove }: Props & { onRemove: () => void }) => {
  const name = changes[action.type];
  return (
    <div className={styles.action}>
      <Fields action={action} onChange={onChange} />
      <IconButton icon={X} className="low" text={texts.removeAction(name)} onClick={onRemove} />
    </div>
  );
};

const Fields = ({ action, onChange }: Props) => {
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
      return (
        <div className="stack">
          <span className="small">{label}</span>
          <Editor
            initial={action.html}
            label={label}
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
    case 'snooze': {
      const until = typeof action.until === 'object' && action.until ? action.until : first;
      const number = (name: keyof typeof first, max: number) => (
        <Input
          label={texts[name]}
          type="number"
          min={0}
          max={max}
          required
          value={until[name]}
          onChange={(text) => onChange({ ...action, until: { ...until, [name]: Number(text) } })}
        />
      );
      return (
        <div className="line">
          <span className="small">{label}</span>
          {number('days', 365)}
          {number('hour', 23)}
        </div>
      );
    }
  }
};

const first = { days: 1, hour: 8 };
