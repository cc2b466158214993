import { type KeyboardEvent, type ReactNode, useState } from 'react';
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
  options: readonly (readonly [value: Value, text: string, beside?: ReactNode])[];
  onChoose: (value: Value) => void;
  onClose: () => void;
}) => {
  const [typed, setTyped] = useState('');
  const found = options.filter(([, text]) => withoutAccents(text).includes(withoutAccents(typed)));
  return (
    <Dialog title={title} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it moves the focus between the controls inside */}
      <div className="stack" onKeyDown={moveFocus}>
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
        <ul className={styles.options}>
          {found.map(([value, text, beside]) => (
            <li key={value}>
              <button type="button" className="quiet" onClick={() => onChoose(value)}>
                <span>{text}</span>
                {beside}
              </button>
            </li>
          ))}
        </ul>
      </div>
      {found.length === 0 && <p>{optionTexts.none}</p>}
    </Dialog>
  );
};

const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const controls: (Element | null)[] = [...event.currentTarget.querySelectorAll('input, button')];
  const at = controls.indexOf(document.activeElement);
  const next = controls.at((at + step) % controls.length);
  if (next instanceof HTMLElement) next.focus();
};
