import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { commands } from './commands.ts';
import { useStore } from './store.ts';

const isTyping = ({ target }: Event): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'));

/** With Control or Command: never something that a person types. */
const isChord = (keys: string): boolean => keys.includes('$mod');

/** Runs a command when its key is pressed, unless the focus is in a text box or a dialog is open. */
export const useCommandKeys = (): void => {
  const registered = useStore(commands);
  useEffect(() => {
    const bindings = [...registered.values()].flat().flatMap(({ keys, run }) =>
      keys === undefined
        ? []
        : [
            [
              keys,
              (event: KeyboardEvent) => {
                if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
                if (isTyping(event) && !isChord(keys)) return;
                event.preventDefault();
                run();
              },
            ] as const,
          ],
    );
    return tinykeys(window, Object.fromEntries(bindings));
  }, [registered]);
};

/** How keys are shown: `$mod+k` as `Ctrl K`. */
export const keysText = (keys: string): string[] =>
  keys
    .replace('$mod', /Mac/.test(navigator.platform) ? '⌘' : 'Ctrl')
    .split('+')
    .map((key) => (key.length === 1 ? key.toUpperCase() : key));
