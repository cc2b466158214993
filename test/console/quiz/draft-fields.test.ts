import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  type DraftFields,
  type Quiz,
  useDraftFields,
} from '../../../console/src/quiz/draft-fields.ts';
import { storageKey } from '../../../console/src/shell/browser-storage.ts';
import { stubBrowser } from '../stub-browser.ts';
import { aQuiz } from './quiz-samples.ts';

beforeEach(() => stubBrowser());
afterEach(() => void vi.unstubAllGlobals());

let count = 0;
/** A quiz that no other test has written in. */
const another = (change: Partial<Quiz> = {}) => {
  count += 1;
  return aQuiz({ ...change, id: `draft ${count}` });
};

/** The fields of a draft as they are now. */
const fieldsOf = (quiz: Quiz): DraftFields => {
  let fields: DraftFields | undefined;
  const Probe = () => {
    fields = useDraftFields(quiz);
    return null;
  };
  renderToStaticMarkup(createElement(Probe));
  if (!fields) throw new Error('nothing was rendered');
  return fields;
};
const write = (quiz: Quiz, name: string, text: string) => fieldsOf(quiz).change(name, text);

it('are what is saved until something is written, and again once it is written back', () => {
  const quiz = another();
  const { texts, isChanged, edit, conflicts } = fieldsOf(quiz);
  expect(texts).toMatchObject({ title: 'Título', 'p1.options.3': 'd1', 'p1.correct': '1' });
  expect({ isChanged, edit, conflicts }).toEqual({
    isChanged: false,
    edit: { questions: [] },
    conflicts: [],
  });
  write(quiz, 'title', 'Outro');
  expect(fieldsOf(quiz)).toMatchObject({ isChanged: true, own: { title: { text: 'Outro' } } });
  expect(localStorage.getItem(storageKey(`text:quiz-draft:${quiz.id}`))).toContain('Outro');
  write(quiz, 'title', 'Título');
  expect(fieldsOf(quiz)).toMatchObject({ isChanged: false, own: {} });
  // Nothing is unsaved any more.
  expect(localStorage.getItem(storageKey(`text:quiz-draft:${quiz.id}`))).toBeNull();
});

it('send what was written: the questions that changed, each whole', () => {
  const quiz = another();
  write(quiz, 'description', '');
  write(quiz, 'p1.options.1', 'nova');
  write(quiz, 'p2.correct', '3');
  expect(fieldsOf(quiz).edit).toEqual({
    description: '',
    questions: [
      {
        id: 'p1',
        question: 'Pergunta de teste 1?',
        explanation: 'Explicação 1',
        options: ['a1', 'nova', 'c1', 'd1'],
        correctAnswer: 'nova',
      },
      expect.objectContaining({ id: 'p2', correctAnswer: 'd2' }),
    ],
  });
});

it('of a blank question have no right option until one is chosen', () => {
  const quiz = another();
  const blank = quiz.questions.map((one) => ({
    ...one,
    question: '',
    options: ['', '', '', ''],
    correctAnswer: '',
    explanation: '',
  }));
  const empty = { ...quiz, questions: blank };
  expect(fieldsOf(empty).texts['p0.correct']).toBe('-1');
  expect(fieldsOf(empty).questions[0]?.correctAnswer).toBe('');
  write(empty, 'p0.options.2', 'sim');
  write(empty, 'p0.correct', '2');
  expect(fieldsOf(empty).questions[0]?.correctAnswer).toBe('sim');
});

it('name what somebody else changed, too, and settle it either way', () => {
  const quiz = another();
  write(quiz, 'title', 'Meu');
  write(quiz, 'description', 'Minha');
  const questions = quiz.questions.map((one, at) =>
    at === 2 ? { ...one, explanation: 'Delas' } : one,
  );
  const theirs = { ...quiz, title: 'Dela', description: 'Minha', questions };
  // Where both wrote the same there is nothing to choose.
  expect(fieldsOf(theirs)).toMatchObject({ conflicts: ['title'], stored: { title: 'Dela' } });
  expect(fieldsOf(theirs).texts).toMatchObject({ title: 'Meu', 'p2.explanation': 'Delas' });
  fieldsOf(theirs).settle('title', 'own');
  expect(fieldsOf(theirs).conflicts).toEqual([]);
  expect(fieldsOf(theirs).texts.title).toBe('Meu');
  const again = { ...theirs, title: 'De novo' };
  expect(fieldsOf(again).conflicts).toEqual(['title']);
  fieldsOf(again).settle('title', 'theirs');
  expect(Object.keys(fieldsOf(again).own)).toEqual(['description']);
  expect(fieldsOf(again).texts.title).toBe('De novo');
});

it('compare a text with what was there when it was first written', () => {
  const quiz = another();
  write(quiz, 'title', 'Meu');
  const theirs = { ...quiz, description: 'Dela' };
  // Written over hers, with hers before one's eyes.
  write(theirs, 'description', 'Minha');
  expect(fieldsOf(theirs).conflicts).toEqual([]);
  write(theirs, 'description', 'Minha ainda');
  expect(fieldsOf({ ...theirs, description: 'Dela outra vez' }).conflicts).toEqual(['description']);
});

it('stay unsaved if they were written while saving', () => {
  const quiz = another();
  write(quiz, 'title', 'Um');
  write(quiz, 'p0.question', 'Qual?');
  const sent = fieldsOf(quiz).own;
  write(quiz, 'title', 'Dois');
  const [first, ...others] = quiz.questions;
  const questions = first ? [{ ...first, question: 'Qual?' }, ...others] : [];
  const saved = { ...quiz, title: 'Um', questions };
  fieldsOf(saved).saved(sent, saved);
  expect(fieldsOf(saved)).toMatchObject({
    own: { title: { text: 'Dois', over: 'Um' } },
    conflicts: [],
  });
  fieldsOf(saved).saved({ title: { text: 'Dois', over: 'Um' } }, { ...saved, title: 'Dois' });
  expect(fieldsOf({ ...saved, title: 'Dois' }).isChanged).toBe(false);
});
