import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { optionTexts } from '../texts.ts';
import { chosenIn, type Option, pointedBy, shownFor } from './choosing.ts';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';

/** A dialog of options that are searched by a part of their texts. */
export const OptionsDialog = ({
  title,
  options,
  found = [],
  isFinding = false,
  onType,
  onChoose,
  onClose,
  children,
}: {
  title: string;
  options: readonly Option[];
  /** Search results for the typed text, which are shown whatever their texts are. */
  found?: readonly Option[];
  /** True while a search is running and `found` belongs to the previous text. */
  isFinding?: boolean;
  onType?: (text: string) => void;
  onChoose: (value: string) => void;
  onClose: () => void;
  /** Content below the options. */
  children?: ReactNode;
}) => {
  const [typed, setTyped] = useState('');
  const [pointed, setPointed] = useState<string>();
  // The text when Enter was pressed before the results had arrived.
  const [entered, setEntered] = useState<string>();
  const list = useId();
  const shown = shownFor(options, found, typed);
  const chosen = chosenIn(shown, pointed);
  const value = shown[chosen]?.[0];
  const isOld = isFinding && !options.some(([option]) => option === value);
  const choose = useEffectEvent(onChoose);
  useEffect(() => {
    if (entered === undefined || entered !== typed || isOld || value === undefined) return;
    setEntered(undefined);
    choose(value);
  }, [entered, typed, isOld, value]);
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
          setEntered(undefined);
          onType?.(target.value);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const next = pointedBy(event.key, shown, chosen);
          if (next === undefined && event.key !== 'Enter') return;
          event.preventDefault();
          if (next !== undefined) setPointed(next);
          else setEntered(typed);
        }}
      />
      {shown.length === 0 && !isFinding && <p className="small">{optionTexts.none}</p>}
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
      {children}
    </Dialog>
  );
};
