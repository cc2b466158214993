import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { isFigure } from './format/figures.ts';
import { fullMoment, roughly, shortMoment } from './format/time.ts';
import styles from './page.module.css';
import { useFailure } from './state/failures.ts';
import { uiTexts } from './texts.ts';

interface Titled {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen that scrolls, with its heading, its actions and its panels. */
export const Page = ({ title, actions, children }: Titled) => (
  <div className={`stack ${styles.page}`}>
    <header className={`line between ${styles.head}`}>
      <h1 tabIndex={-1}>{title}</h1>
      <div className="line">{actions}</div>
    </header>
    {children}
  </div>
);

/** Focuses the page's heading, where keystrokes type no text. */
export const focusHeading = (): void =>
  document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true });

/** A section of a page with its own heading. */
export const Panel = ({ title, actions, children }: Titled) => (
  <section className={`stack ${styles.panel}`} aria-label={title}>
    <header className="line between">
      <h2>{title}</h2>
      <div className="line">{actions}</div>
    </header>
    {children}
  </section>
);

/** A few facts side by side, each with a label, a value and an explanation. */
export const Facts = ({
  facts,
}: {
  facts: readonly (readonly [label: string, value: ReactNode, why?: string])[];
}) => (
  <dl className={styles.facts}>
    {facts.map(([label, value, why]) => (
      <div key={label}>
        <dt className="small">{label}</dt>
        <dd data-figure={why !== undefined || isFigure(value) || undefined}>{value}</dd>
        {why && <dd className="small">{why}</dd>}
      </div>
    ))}
  </dl>
);

/** A timestamp whose full form shows on hover. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={fullMoment(at)}>
    {shortMoment(at)}
  </time>
);

/** The present moment in milliseconds, as of the last tick. */
export const useNow = (tickMs: number): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return now;
};

/** The age of the shown data, such as `há 2 min`. `at` is the `dataUpdatedAt` of a query. */
export const Age = ({ at }: { at: number }) => {
  const now = useNow(10_000);
  if (at === 0) return null;
  const seconds = Math.max(0, now - at) / 1_000;
  return (
    <span className="small">{seconds < 60 ? uiTexts.now : uiTexts.age(roughly(seconds))}</span>
  );
};

export const Loading = () => (
  <div role="status" className="loading">
    <span className="hidden">{uiTexts.loading}</span>
    <i aria-hidden />
    <i aria-hidden />
    <i aria-hidden />
  </div>
);

/** Why loading failed, with a retry button unless the item does not exist. */
export const Failed = ({
  error,
  heading: Heading = 'strong',
  onAgain,
}: {
  error: unknown;
  heading?: 'h1' | 'strong';
  onAgain: () => void;
}) => {
  const failure = useFailure(error);
  return (
    <div role="alert" className="stack warning">
      <div>
        <Heading>{uiTexts.failed}</Heading>
        <p>{failure?.text}</p>
      </div>
      {failure?.again && <Button text={uiTexts.again} onClick={onAgain} />}
    </div>
  );
};

/**
 * The data of a query, even if a later fetch failed; before the first data, a loading notice or the failure.
 * @param heading the failure's heading: `h1` if the loaded part has the page's heading
 */
export const Loaded = <T,>({
  query,
  heading,
  children,
}: {
  query: UseQueryResult<T>;
  heading?: 'h1';
  children: (data: T) => ReactNode;
}) => {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <Loading />;
  return <Failed error={query.error} heading={heading} onAgain={() => query.refetch()} />;
};

declare module 'react' {
  interface CSSProperties {
    /** A variable of the style sheets. */
    [variable: `--${string}`]: string | undefined;
  }
}

/** A tag's name after a dot in the tag's colour, which is lighter on a dark page. */
export const TagName = ({ name, color }: { name: string; color: string }) => (
  <span
    className="state"
    style={{ '--c': `light-dark(${color}, color-mix(in srgb, ${color}, white 35%))` }}
  >
    {name}
  </span>
);

type Props = Omit<ComponentProps<'button'>, 'children'> & { text: string };

/** A button with a text, an icon before it, and the equivalent key after it. */
export const Button = ({
  text,
  icon: Icon,
  keys,
  ...button
}: Props & { icon?: LucideIcon; keys?: string }) => (
  <button type="button" {...button}>
    {Icon && <Icon size={16} />}
    <span>{text}</span>
    {keys?.length === 1 && <kbd aria-hidden>{keys.toUpperCase()}</kbd>}
  </button>
);

/** A button that shows only an icon; its text is its accessible name. */
export const IconButton = ({
  icon: Icon,
  text,
  className = '',
  ...button
}: Props & { icon: LucideIcon }) => (
  <button type="button" className={`icon ${className}`} title={text} aria-label={text} {...button}>
    <Icon size={16} />
  </button>
);

/** Tabs, each of which shows a part of the page. */
export const Tabs = <Name extends string>({
  label,
  tabs,
  open,
  onOpen,
}: {
  label: string;
  tabs: readonly (readonly [name: Name, text: string])[];
  open: Name;
  onOpen: (name: Name) => void;
}) => (
  <div role="tablist" aria-label={label} className="tabs">
    {tabs.map(([name, text]) => (
      <button
        key={name}
        type="button"
        role="tab"
        aria-selected={name === open}
        onClick={() => onOpen(name)}
      >
        {text}
      </button>
    ))}
  </div>
);
