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
