import type { ComponentProps, ReactNode } from 'react';
import { pageTexts } from '../texts/parts.ts';
import styles from './page.module.css';

interface Titled {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen that scrolls: its heading, what can be done here, and its panels. */
export const Page = ({ title, actions, children }: Titled) => (
  <div className={`stack ${styles.page}`}>
    <header className="line between">
      <h1 tabIndex={-1}>{title}</h1>
      <div className="line">{actions}</div>
    </header>
    {children}
  </div>
);

/** A part of a page under its own heading. */
export const Panel = ({ title, actions, children }: Titled) => (
  <section className="stack" aria-label={title}>
    <header className="line between">
      <h2>{title}</h2>
      <div className="line">{actions}</div>
    </header>
    {children}
  </section>
);

/** A few facts side by side: a label and a value each. */
export const Facts = ({
  facts,
}: {
  facts: readonly (readonly [label: string, value: ReactNode])[];
}) => (
  <dl className={styles.facts}>
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt className="small">{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** An input under its label, with what is wrong with it. */
export const Field = ({
  label,
  error,
  children,
}: {
  label: string;
  error?: string | undefined;
  children: ReactNode;
}) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
  <label className={`stack ${styles.field}`}>
    <span className="small">{label}</span>
    {children}
    {error && <span role="alert">{error}</span>}
  </label>
);

/** The named fields of a form, without blanks around them. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** A form, and what is done with its fields. */
export const Form = ({
  onSubmit,
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: (fields: Fields) => void }) => (
  <form
    className="stack"
    {...form}
    onSubmit={(event) => {
      event.preventDefault();
      const fields = [...new FormData(event.currentTarget)];
      onSubmit(Object.fromEntries(fields.map(([name, value]) => [name, String(value).trim()])));
    }}
  />
);

/** The field `reason` of a form. */
export const Reason = ({ why, required = false }: { why?: string; required?: boolean }) => (
  <>
    {why && <p>{why}</p>}
    <Field label={pageTexts.reason}>
      <input name="reason" required={required} pattern=".*\S.*" maxLength={300} />
    </Field>
  </>
);

/** A choice between yes and no: of a form by its `name`, or `checked` by the page. */
export const Check = ({
  label,
  name,
  checked,
  onChange,
}: {
  label: ReactNode;
  name?: string;
  checked?: boolean;
  onChange?: (checked: boolean) => void;
}) => (
  <label className="check">
    <input
      type="checkbox"
      name={name}
      checked={checked}
      onChange={({ target }) => onChange?.(target.checked)}
    />
    {label}
  </label>
);

/** Controls in a row, which wrap where it is narrow. */
export const Toolbar = ({ children }: { children: ReactNode }) => (
  <div className={`line ${styles.toolbar}`}>{children}</div>
);
