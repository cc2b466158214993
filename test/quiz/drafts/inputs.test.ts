import { expect, it } from 'vitest';
import { QuizCorrection, QuizEdit, QuizHold } from '../../../server/quiz/inputs.ts';

const some = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);
const inQuestion = (change: object) => ({ questions: [{ id: 'a', ...change }] });

it.each<[string, number, (size: number) => { success: boolean }]>([
  ['title', 200, (size) => QuizEdit.safeParse({ title: 'x'.repeat(size) })],
  ['description', 500, (size) => QuizEdit.safeParse({ description: 'x'.repeat(size) })],
  ['reason to hold it', 300, (size) => QuizHold.safeParse({ reason: 'x'.repeat(size) })],
  ['list of questions', 10, (size) => QuizEdit.safeParse({ questions: some(size, { id: 'a' }) })],
  ['order', 10, (size) => QuizEdit.safeParse({ order: some(size, 'a') })],
  ['list of options', 4, (size) => QuizEdit.safeParse(inQuestion({ options: some(size, 'a') }))],
  ['option', 300, (size) => QuizEdit.safeParse(inQuestion({ options: ['x'.repeat(size)] }))],
  ...(
    [
      ['question', 500],
      ['correctAnswer', 300],
      ['explanation', 1_000],
    ] as const
  ).flatMap(([field, most]): [string, number, (size: number) => { success: boolean }][] => [
    [field, most, (size) => QuizEdit.safeParse(inQuestion({ [field]: 'x'.repeat(size) }))],
    [
      `corrected ${field}`,
      most,
      (size) => QuizCorrection.safeParse({ questionId: 'a', [field]: 'x'.repeat(size) }),
    ],
  ]),
])('the %s of a quiz has %i characters or items at most', (_, most, parse) => {
  expect([parse(most).success, parse(most + 1).success]).toEqual([true, false]);
});
