import { useId } from 'react';

/** The ids of tabs and their panels: `useTabs()` gives both the same ids. */
export const useTabs = <Name extends string>(open: Name) => {
  const id = useId();
  return {
    tabProps: (name: Name) => ({
      id: `${id}${name}`,
      'aria-selected': open === name,
      'aria-controls': `${id}panel${name}`,
      tabIndex: open === name ? 0 : -1,
    }),
    panelProps: (name: Name) => ({
      role: 'tabpanel',
      id: `${id}panel${name}`,
      'aria-labelledby': `${id}${name}`,
      hidden: open !== name,
    }),
  };
};

/** Tabs; the arrow keys move between them. */
export const Tabs = <Name extends string>({
  label,
  tabs,
  tabProps,
  onOpen,
}: {
  label: string;
  tabs: readonly (readonly [name: Name, text: string])[];
  tabProps: ReturnType<typeof useTabs<Name>>['tabProps'];
  onOpen: (name: Name) => void;
}) => (
  <div role="tablist" aria-label={label} className="tabs">
    {tabs.map(([name, text], index) => (
      <button
        key={name}
        type="button"
        role="tab"
        {...tabProps(name)}
        onClick={() => onOpen(name)}
        onKeyDown={({ key, currentTarget }) => {
          const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
          const next = step && tabs.at((index + step) % tabs.length);
          if (!next) return;
          currentTarget.parentElement?.querySelector<HTMLElement>(`[id$="${next[0]}"]`)?.focus();
          onOpen(next[0]);
        }}
      >
        {text}
      </button>
    ))}
  </div>
);
