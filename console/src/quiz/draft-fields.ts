import type { InputOf, OutputOf } from '../api/client.ts';
import { storageKey } from '../shell/browser-storage.ts';
import { createKeptStore, type Store, useStore } from '../ui/state/store.ts';

export type Quiz = OutputOf<'quiz.get'>;
export type Question = Quiz['questions'][number];

/** The length limits of the service. */
export const lengths = {
  title: 200,
  description: 500,
  question: 500,
  option: 300,
  explanation: 1_000,
} as const;

/**
 * The texts of a draft by field name, such as `<question id>.options.2`. The right option is its position,
 * as text.
 */
type Fields = Readonly<Record<string, string>>;

/** Unsaved texts with the saved texts they started from. They survive a reload. */
interface Unsaved {
  base: Fields;
  own: Fields;
}

const none: Unsaved = { base: {}, own: {} };

const stores = new Map<string, Store<Unsaved>>();

const storeOf = (id: string): Store<Unsaved> => {
  const store = stores.get(id) ?? createKeptStore(storageKey(`text:quiz:${id}`), none);
  stores.set(id, store);
  return store;
};

const fieldsOf = ({ title, description, questions }: Quiz): Fields =>
  Object.fromEntries([
    ['title', title],
    ['description', description],
    ...questions.flatMap(({ id, question, options, correctAnswer, explanation }) => [
      [`${id}.question`, question],
      ...options.map((option, index) => [`${id}.options.${index}`, option]),
      // A blank question has no right option yet.
      [`${id}.correct`, String(correctAnswer === '' ? -1 : options.indexOf(correctAnswer))],
      [`${id}.explanation`, explanation],
    ]),
  ]);

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));

const questionWith = ({ id, options }: Question, texts: Fields) => {
  const written = options.map((_, index) => texts[`${id}.options.${index}`] ?? '');
  return {
    id,
    question: texts[`${id}.question`] ?? '',
    options: written,
    correctAnswer: written[Number(texts[`${id}.correct`])] ?? '',
    explanation: texts[`${id}.explanation`] ?? '',
  };
};

export const useDraftFields = (quiz: Quiz) => {
  const store = storeOf(quiz.id);
  const { base, own } = useStore(store);
  const put = (next: (before: Unsaved) => Unsaved) =>
    store.set((before) => {
      const after = next(before);
      return Object.keys(after.own).length > 0 ? after : none;
    });
  const stored = fieldsOf(quiz);
  const texts: Fields = { ...stored, ...own };
  const isChanged = Object.keys(own).length > 0;
  const questions = quiz.questions.map((question) => questionWith(question, texts));
  const edit: Omit<InputOf<'quiz.edit'>, 'id'> = {
    ...(own.title !== undefined && { title: own.title }),
    ...(own.description !== undefined && { description: own.description }),
    questions: questions.filter(({ id }) => Object.keys(own).some((name) => name.startsWith(id))),
  };
  const seen = (name: string) => ({ [name]: stored[name] ?? '' });
  return {
    texts,
    questions,
    own,
    isChanged,
    edit,
    /** The texts that another person changed, each with the unsaved text if there is one. */
    foreign: Object.keys(isChanged ? stored : {})
      .filter((name) => base[name] !== stored[name] && own[name] !== stored[name])
      .map((name) => ({ name, now: stored[name] ?? '', own: own[name] })),
    change: (name: string, text: string) =>
      put(({ base: over, own: before }) => ({
        base: {
          ...(Object.keys(before).length > 0 ? over : stored),
          ...(!(name in before) && seen(name)),
        },
        own: text === stored[name] ? without(before, name) : { ...before, [name]: text },
      })),
    /** Resolves a conflict with the person's own text or with the saved text. */
    settle: (name: string, use: 'own' | 'theirs') =>
      put(({ base: over, own: before }) => ({
        base: { ...over, ...seen(name) },
        own: use === 'own' ? before : without(before, name),
      })),
    /** Call this after saving `sent`. Text that was typed meanwhile stays unsaved. */
    saved: (sent: Fields, by: Quiz) =>
      put(({ own: before }) => ({
        base: fieldsOf(by),
        own: Object.fromEntries(
          Object.entries(before).filter(([name, text]) => sent[name] !== text),
        ),
      })),
  };
};

export type DraftFields = ReturnType<typeof useDraftFields>;
