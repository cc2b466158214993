import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { matchKeyBindingPress, parseKeybinding } from 'tinykeys';
import { createTimer } from './machine.ts';

/** A command that a person can run by its key, from the palette or from the list of keys. */
export interface Command {
  text: string;
  group: 'go' | 'list' | 'page';
  /** The keys in tinykeys' notation: `j`, `Shift+X`, `$mod+k`, `?`. */
  keys?: string;
  /** True if the palette leaves the command out, because it only makes sense as a key. */
  onlyKey?: boolean;
  /** True if the key works while a text is being sent. */
  always?: boolean;
  run: () => void;
}

const registered = new Set<RefObject<readonly Command[]>>();

export const offeredCommands = (): Command[] => [...registered].flatMap(({ current }) => current);

/** Registers commands while the component is mounted. */
export const useCommands = (list: readonly Command[]): void => {
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  useEffect(() => {
    registered.add(latest);
    return () => void registered.delete(latest);
  }, []);
};

/** The command of a key. Commands for the selection in the list come before those of the open ticket. */
const commandOf = (isPressed: (keys: string) => boolean): Command | undefined => {
  const found = offeredCommands().filter(({ keys }) => keys !== undefined && isPressed(keys));
  return found.findLast(({ group }) => group === 'list') ?? found.at(-1);
};

export const press = (pressed: string): void => commandOf((keys) => keys === pressed)?.run();

const isTyping = (focused: Element | null): boolean =>
  focused instanceof HTMLElement &&
  (focused.isContentEditable || focused.matches('input:not([type=checkbox]), textarea, select'));

/**
 * Returns true if an event matches keys. Keyboards type a sign such as `?` with Shift, with AltGr or without
 * either.
 */
const isPress = (event: KeyboardEvent, keys: string): boolean => {
  if (/^\W$/.test(keys)) {
    // Windows reports AltGr as Control and Alt.
    const isWritten = event.getModifierState('AltGraph') || !(event.ctrlKey || event.metaKey);
    return event.key === keys && isWritten;
  }
  return parseKeybinding(keys).some((press) => matchKeyBindingPress(event, press));
};

const retryMs = 50;

/**
 * Creates a listener that runs the command of a key, unless the focus is in a text box, a dialog is open, or
 * a text is being sent. A key that is pressed while a page is being opened acts on that page.
 * @param isOpening returns true while the address leads to a page that is not shown yet
 */
export const createKeyListener = (isOpening: () => boolean) => {
  let waiting: KeyboardEvent[] = [];
  const wait = createTimer();
  const retry = () => {
    const pressed = waiting;
    waiting = [];
    for (const event of pressed) run(event);
  };
  const run = (event: KeyboardEvent): void => {
    if (document.querySelector('dialog[open]')) return;
    const typing = isTyping(document.activeElement);
    const command = commandOf((keys) => {
      // In a text box only keys with Control or Command run, because people type the others.
      if (typing && !keys.includes('$mod')) return false;
      return isPress(event, keys);
    });
    const isLoading =
      isOpening() || (!command && document.querySelector('.loading, #root:empty') !== null);
    const isPlain = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.repeat;
    if (isPlain && !typing && (isLoading || waiting.length > 0)) {
      event.preventDefault();
      waiting.push(event);
      wait(retryMs, retry);
      return;
    }
    if (!command || (!command.always && document.querySelector('[inert]'))) return;
    event.preventDefault();
    // A key that is held down repeats only the moves in a list.
    if (event.repeat && command.keys !== 'j' && command.keys !== 'k') return;
    // The command renders at once, so that the next keystroke goes into what it opens.
    flushSync(command.run);
  };
  return (event: KeyboardEvent): void => {
    if (!event.defaultPrevented) run(event);
  };
};
