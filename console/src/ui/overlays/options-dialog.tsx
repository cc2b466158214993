import { useEffect, useId, useRef, useState } from 'react';
import { optionTexts } from '../texts.ts';
import { chosenIn, type Option, pointedBy, shownFor } from './choosing.ts';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';

/** A dialog of options that are found by a part of their texts. */
export const OptionsDialog = ({
  title,
  options,
  found = [],
  onType,
  onChoose,
  onClose,
}: {
  title: string;
  options: readonly Option[];
  /** Results for the typed text, whatever their texts. */
  found?: readonly Option[];
  onType?: (text: string) => void;
  onChoose: (value: string) => void;
  onClose: () => void;
}) => {
  const [typed, setTyped] = useState('');
  const [pointed, setPointed] = useState<string>();
  const list = useId();
  const shown = shownFor(options, found, typed);
  const chosen = chosenIn(shown, pointed);
  const value = shown[chosen]?.[0];
  const current = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another option was chosen
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [value]);
  return (
    <Dialog title={title} onClose={onClose}>
      <input
        role="combobox"
        aria-label={optionTexts.narrow}
        aria-autocomplete="list"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={value === undefined ? undefined : `${list}${chosen}`}
        placeholder={optionTexts.narrow}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setPointed(undefined);
          onType?.(target.value);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const next = pointedBy(event.key, shown, chosen);
          if (next === undefined && event.key !== 'Enter') return;
          event.preventDefault();
          if (next !== undefined) setPointed(next);
          else if (value !== undefined) onChoose(value);
        }}
      />
      {shown.length === 0 && <p className="small">{optionTexts.none}</p>}
      <div role="listbox" id={list} aria-label={title} className={styles.options}>
        {shown.map(([option, text, beside], index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the box has the focus
          <div
            key={option}
            ref={index === chosen ? current : undefined}
            id={`${list}${index}`}
            role="option"
            aria-selected={index === chosen}
            className="entry between"
            onMouseMove={() => setPointed(option)}
            onClick={() => onChoose(option)}
          >
            <span className="clip">{text}</span>
            {beside}
          </div>
        ))}
      </div>
    </Dialog>
  );
};
