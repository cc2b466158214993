import { type KeyboardEvent, useState } from 'react';
import { optionTexts } from '../texts/parts.ts';
import { Dialog } from './dialog.tsx';
import { withoutAccents } from './marked.tsx';
import styles from './options-dialog.module.css';

/** Asks for one of some options: the first that has what is typed, or by arrows. */
export const OptionsDialog = <Value extends string>({
  title,
  options,
  onChoose,
  onClose,
}: {
  title: string;
  options: readonly (readonly [value: Value, text: string])[];
  onChoose: (value: Value) => void;
  onClose: () => void;
}) => {
  const [typed, setTyped] = useState('');
  const found = options.filter(([, text]) => withoutAccents(text).includes(withoutAccents(typed)));
  return (
    <Dialog title={title} onClose={onClose}>
      <input
        aria-label={optionTexts.narrow}
        placeholder={optionTexts.narrow}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !found[0]) return;
          // Else the key would also open the link that gets the focus back.
          event.preventDefault();
          onChoose(found[0][0]);
        }}
      />
      <ul className={styles.options} onKeyDown={moveFocus}>
        {found.map(([value, text]) => (
          <li key={value}>
            <button type="button" className="quiet" onClick={() => onChoose(value)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>{optionTexts.none}</p>}
    </Dialog>
  );
};

const moveFocus = (event: KeyboardEvent<HTMLUListElement>) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons: (Element | null)[] = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement);
  const next = buttons.at((at + step) % buttons.length);
  if (next instanceof HTMLElement) next.focus();
};
