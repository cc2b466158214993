import { type ComponentProps, type ReactNode, useId, useRef } from 'react';
import styles from './page.module.css';
import { useCommands } from './state/commands.ts';
import { uiTexts } from './texts.ts';

export const Field = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
  <label className={`stack ${styles.field}`}>
    <span>{label}</span>
    {children}
  </label>
);

/** A text field below its label; `usual` values are suggested. */
export const Input = ({
  label,
  usual,
  onChange,
  ...input
}: Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string;
  usual?: readonly string[];
  onChange?: (text: string) => void;
}) => {
  const list = useId();
  return (
    <Field label={label}>
      <input
        autoComplete="off"
        // The pattern refuses a text of spaces only.
        pattern={input.required ? '.*\\S.*' : undefined}
        list={usual && list}
        {...input}
        onChange={({ target }) => onChange?.(target.value)}
      />
      {usual && (
        <datalist id={list}>
          {usual.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </Field>
  );
};

/** A select below its label. */
export const Select = ({
  label,
  options,
  onChange,
  ...select
}: Omit<ComponentProps<'select'>, 'onChange'> & {
  label: string;
  options: readonly (readonly [value: string, text: string])[];
  onChange?: (value: string) => void;
}) => (
  <Field label={label}>
    <select {...select} onChange={({ target }) => onChange?.(target.value)}>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  </Field>
);

/** A checkbox: a form field with a `name`, or a controlled one with `checked`. */
export const Check = ({
  label,
  onChange,
  ...input
}: Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string;
  onChange?: (checked: boolean) => void;
}) => (
  <label className="check">
    <input type="checkbox" {...input} onChange={({ target }) => onChange?.(target.checked)} />
    {label}
  </label>
);

/** The form field `reason`. */
export const Reason = ({
  why,
  ...input
}: Partial<ComponentProps<typeof Input>> & { why?: string }) => (
  <>
    {why && <p>{why}</p>}
    <Input label={uiTexts.reason} name="reason" maxLength={300} {...input} />
  </>
);

export const Toolbar = ({ children }: { children: ReactNode }) => (
  <div className={`line ${styles.toolbar}`}>{children}</div>
);

/**
 * The search of a screen. The key `/` focuses its box.
 * @param onHidden shows the box if it is hidden
 */
export const SearchArea = ({
  onHidden,
  ...search
}: ComponentProps<'search'> & { onHidden?: () => Promise<void> }) => {
  const area = useRef<HTMLElement>(null);
  const run = async () => {
    if (!area.current?.checkVisibility()) await onHidden?.();
    area.current?.querySelector('input')?.select();
  };
  useCommands([{ text: uiTexts.search, group: 'list', keys: '/', run }]);
  return <search ref={area} {...search} />;
};

/** The named fields of a form, trimmed. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** A form that calls a function with its fields. */
export const Form = ({
  onSubmit,
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: (fields: Fields) => void }) => (
  <form
    className="stack"
    {...form}
    onSubmit={(event) => {
      event.preventDefault();
      const { submitter } = event.nativeEvent as SubmitEvent;
      const fields = [...new FormData(event.currentTarget, submitter)];
      onSubmit(Object.fromEntries(fields.map(([name, value]) => [name, String(value).trim()])));
    }}
  />
);

/** The fields that differ from the shown values. Saving only these keeps other people's changes. */
export const changedFields = <Shown extends object, Given extends object>(
  shown: Shown,
  fields: Given,
): Partial<Given> => {
  const before = new Map(Object.entries(shown));
  const changed = Object.entries(fields).filter(([name, value]) => value !== before.get(name));
  return Object.fromEntries(changed) as Partial<Given>;
};
