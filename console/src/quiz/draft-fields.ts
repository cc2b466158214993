import type { InputOf, OutputOf } from '../api/client.ts';
import { storageKey } from '../shell/browser-storage.ts';
import { keptStores, useStore } from '../ui/state/store.ts';

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

/** Unsaved texts, each with the saved text that it was written over. They survive a reload. */
type Unsaved = Readonly<Record<string, { text: string; over: string }>>;

const none: Unsaved = {};

const storeOf = keptStores<Unsaved, string>((id) => storageKey(`text:quiz-draft:${id}`), none);

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
  const own = useStore(store);
  const stored = fieldsOf(quiz);
  const names = Object.keys(own);
  const texts: Fields = {
    ...stored,
    ...Object.fromEntries(Object.entries(own).map(([name, { text }]) => [name, text])),
  };
  const questions = quiz.questions.map((question) => questionWith(question, texts));
  const edit: Omit<InputOf<'quiz.edit'>, 'id'> = {
    title: own.title?.text,
    description: own.description?.text,
    questions: questions.filter(({ id }) => names.some((name) => name.startsWith(id))),
  };
  const put = (name: string, unsaved?: Unsaved[string]) =>
    store.set(({ [name]: _, ...others }) => (unsaved ? { ...others, [name]: unsaved } : others));
  return {
    stored,
    texts,
    questions,
    own,
    isChanged: names.length > 0,
    edit,
    /** The unsaved texts whose saved text another person changed. */
    conflicts: names.filter(
      (name) => name in stored && own[name]?.over !== stored[name] && texts[name] !== stored[name],
    ),
    change: (name: string, text: string) => {
      const over = own[name]?.over ?? stored[name] ?? '';
      put(name, text === stored[name] ? undefined : { text, over });
    },
    /** Resolves a conflict with the person's own text or with the saved text. */
    settle: (name: string, use: 'own' | 'theirs') =>
      put(name, use === 'own' ? { text: texts[name] ?? '', over: stored[name] ?? '' } : undefined),
    /** Call this after saving `sent`. Text that was typed meanwhile stays unsaved. */
    saved: (sent: Unsaved, by: Quiz) => {
      const now = fieldsOf(by);
      store.set((before) =>
        Object.fromEntries(
          Object.entries(before)
            .filter(([name, { text }]) => sent[name]?.text !== text)
            .map(([name, { text }]) => [name, { text, over: now[name] ?? '' }]),
        ),
      );
    },
  };
};

export type DraftFields = ReturnType<typeof useDraftFields>;
