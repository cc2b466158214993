import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { commands } from './commands.ts';
import { useStore } from './store.ts';

const isTyping = ({ target }: Event): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'));

/** Runs a command when its key is pressed, unless the focus is in a text box or a dialog is open. */
export const useCommandKeys = (): void => {
  const registered = useStore(commands);
  useEffect(() => {
    const bindings: Record<string, (event: KeyboardEvent) => void> = {};
    for (const { keys, run } of [...registered.values()].flat()) {
      if (keys === undefined) continue;
      bindings[keys] = (event) => {
        if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
        // With Control or Command: never something that a person types.
        if (isTyping(event) && !keys.includes('$mod')) return;
        event.preventDefault();
        run();
      };
    }
    return tinykeys(window, bindings);
  }, [registered]);
};

/** How keys are shown: `$mod+k` as `Ctrl K`. */
export const keysText = (keys: string): string[] =>
  keys
    .replace('$mod', /Mac/.test(navigator.platform) ? '⌘' : 'Ctrl')
    .split('+')
    .map((key) => (key.length === 1 ? key.toUpperCase() : key));
