import type { InputOf } from '../api/client.ts';
import type { Fields } from '../ui/form.tsx';
import { macroTexts as texts } from './texts.ts';

export type When = InputOf<'rules.save'>['when'];

export const conditionNames = ['from', 'subject', 'main', 'body'] as const;

/** The conditions in a form; an empty field is no condition. */
export const whenOf = (fields: Fields): When =>
  Object.fromEntries(
    conditionNames.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])),
  );

/** The conditions of a rule in words. */
export const conditionsIn = (when: When): string[] =>
  conditionNames.flatMap((name) => {
    const text = when[name];
    return text === undefined ? [] : [texts.conditions[name](text)];
  });
