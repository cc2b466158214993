import { useEffect, useEffectEvent, useId } from 'react';
import { createStore } from './store.ts';

/** Something that a person can do here: by its key, from the palette, and in the list of keys. */
export interface Command {
  text: string;
  group: 'go' | 'ticket' | 'list' | 'page';
  /** As tinykeys writes it: `j`, `Shift+X`, `$mod+k`. */
  keys?: string;
  /** Whether the palette leaves it out, because it only makes sense as a key. */
  onlyKey?: boolean;
  run: () => void;
}

/** The commands of all components on the page, by the id of the component. */
export const commands = createStore<ReadonlyMap<string, readonly Command[]>>(new Map());

/** Does what a key does here. */
export const press = (keys: string): void =>
  [...commands.get().values()]
    .flat()
    .find((command) => command.keys === keys)
    ?.run();

/** Registers commands while a component is on the page. */
export const useCommands = (list: readonly Command[]): void => {
  const id = useId();
  // Commands are registered again only if one appears or goes; what they do is always that of the last rendering.
  const run = useEffectEvent((index: number) => list[index]?.run());
  const shape = JSON.stringify(list.map(({ run: _, ...command }) => command));
  useEffect(() => {
    const described: Omit<Command, 'run'>[] = JSON.parse(shape);
    const own = described.map((command, index) => ({ ...command, run: () => run(index) }));
    commands.set((before) => new Map(before).set(id, own));
    return () =>
      commands.set((before) => {
        const after = new Map(before);
        after.delete(id);
        return after;
      });
  }, [id, shape]);
};
