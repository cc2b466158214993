import { describe, expect, it } from 'vitest';
import type { LanguageModel } from '../../../server/clients/llm.ts';
import type { QuizDraft } from '../../../server/quiz/checks/draft.ts';
import { mendDraft } from '../../../server/quiz/checks/model-text.ts';
import { findProblems } from '../../../server/quiz/checks/problems.ts';
import { requestDraft } from '../../../server/quiz/generation/generate.ts';

type Question = QuizDraft['questions'][number];

const plain: Question = {
  question: 'Qual foi a taxa?',
  options: ['Ouro', 'Prata', 'Cobre', 'Zinco'],
  correctAnswer: 'Prata',
  explanation: 'Porque sim.',
};
const draftWith = (changes: Partial<Question>): QuizDraft => ({
  title: 'Quiz',
  description: 'Um quiz.',
  questions: Array.from({ length: 10 }, (_, index) => ({
    ...plain,
    question: `Pergunta ${index}?`,
    ...(index === 0 && changes),
  })),
});
const mended = (changes: Partial<Question>): Question | undefined =>
  mendDraft(draftWith(changes)).questions[0];
const listed = (front: (letter: string, place: number) => string) =>
  plain.options.map((option, place) => `${front('ABCD'[place] ?? '', place)}${option}`);

const escapable = [...'*_`~#[]()>.!+-'];
const bullets = [...'-*•·–'];

describe('what a model writes', () => {
  it.each([
    ['a line end', 'Linha 1\r\nLinha 2', 'Linha 1 Linha 2'],
    ['bold', 'a **taxa** de __juros__', 'a taxa de juros'],
    ['emphasis', 'a *taxa* de _juros_ e ***mais***', 'a taxa de juros e mais'],
    ['what is struck out', 'a ~~taxa~~ de juros', 'a taxa de juros'],
    ['code', 'o `Selic` subiu, ```hoje```', 'o Selic subiu, hoje'],
    ['a heading', '## Juros', 'Juros'],
    ...['https://a.br/x', 'http://a.br', 'mailto:a@b.br', '#x', '/x'].flatMap((address) => [
      ['a link', `diz o [Banco](${address})`, 'diz o Banco'],
      ['a picture', `![Banco](${address})`, 'Banco'],
    ]),
    ...escapable.map((mark) => ['an escape', `5 \\${mark} 3`, `5 ${mark} 3`]),
    ...bullets.map((mark) => ['a list', `${mark} Juros`, 'Juros']),
    ['HTML’s names of characters', '&quot;A &amp; B&quot;&nbsp;&apos;C&#39;', `"A & B" 'C'`],
    [
      'every other name of a character',
      'regi&atilde;o &#8220;A&#x201d; &amp;eacute;',
      'região “A” é',
    ],
    [
      'LaTeX',
      'Foi $15\\%$ de $10^6$, ou \\(1{,}5 \\times 10^{-2}\\)',
      'Foi 15% de 10⁶, ou 1,5 × 10⁻²',
    ],
    ['soft hyphens and zero-width characters', 'Ban\u00adco Cen\u200btral\ufeff', 'Banco Central'],
    ['Cyrillic letters in a Latin word', 'Banc\u043e Centr\u0430l', 'Banco Central'],
    ['mathematical letters', '\u{1d401}anco', 'Banco'],
    ['full-width letters', 'Ｂａｎｃｏ', 'Banco'],
    ['a decomposed letter', 'cafe\u0301', 'café'],
  ])('loses %s', (_, written, shown) => {
    expect(mended({ question: written })?.question).toBe(shown);
    expect(mended({ explanation: written })?.explanation).toBe(shown);
  });

  it.each([
    'A taxa foi a _____ em _____',
    '2*3*4 e 5 * 6',
    'snake_case_b',
    '#1 em vendas',
    'Москва',
    'R$ 5 - 10',
    '½ de 2²',
    'R$ 5 e US$ 10, de $15 a $20',
  ])('keeps %s', (written) => {
    expect(mended({ question: written })?.question).toBe(written);
  });
});

describe('a question of a model', () => {
  it.each([
    'Pergunta 1: ',
    'Questão nº 7 - ',
    '**1.** ',
    '1) ',
    'P1: ',
    '[1/10] ',
    'Pergunta 1 de 10: ',
  ])('loses the number %j in front of it', (number) => {
    expect(mended({ question: `${number}Qual foi?` })?.question).toBe('Qual foi?');
  });

  it.each([
    '1.500 vagas para quem?',
    '2. Guerra?',
    '1 em cada 5 é o quê?',
    'Nº 1 do mundo é quem?',
  ])('keeps a number of its own: %s', (question) =>
    expect(mended({ question })?.question).toBe(question),
  );
});

describe('options of a model', () => {
  it.each([
    ['A) Ouro', listed((letter) => `${letter}) `), 'B) Prata'],
    ['A)Ouro, and the letter as the answer', listed((letter) => `${letter})`), 'B'],
    ['(a) Ouro', listed((letter) => `(${letter.toLowerCase()}) `), '(b)'],
    ['A. Ouro, and the answer without it', listed((letter) => `${letter}. `), 'Prata'],
    ['A: Ouro', listed((letter) => `${letter}: `), 'B:'],
    ['A] Ouro', listed((letter) => `${letter}]`), 'B.'],
    ['A – Ouro', listed((letter) => `${letter} – `), 'b'],
    ['A — Ouro', listed((letter) => `${letter}—  `), 'B) Prata'],
    ['1. Ouro', listed((_, place) => `${place + 1}. `), '2'],
    ['- Ouro', listed(() => '- '), '- Prata'],
    ['Ouro, and the letter as the answer', plain.options, 'b)'],
    ['Ouro, and the answer in other letters', plain.options, 'PR\u0410TA.'],
  ])('written as %s are without what is in front', (_, options, correctAnswer) => {
    const question = mended({ options, correctAnswer });
    expect(question).toMatchObject({ options: plain.options, correctAnswer: 'Prata' });
  });

  it.each([
    [['1.500', '2.300', '3.100', '4.000']],
    [['1 - 0', '2 - 1', '3 - 2', '4 - 0']],
    [['1:30', '2:45', '3:15', '4:00']],
    [['A Câmara', 'B. Prata', 'O Senado', 'D. Pedro']],
  ])('stay as they are: %j', (options) => {
    expect(mended({ options, correctAnswer: options[1] ?? '' })?.options).toEqual(options);
  });

  it.each([
    ['a zero-width space', 'Pra\u200bta'],
    ['a Cyrillic letter', 'Pr\u0430ta'],
    ['a full stop', 'Prata.'],
  ])('that look the same are refused: %s', (_, other) => {
    const draft = mendDraft(draftWith({ options: ['Ouro', 'Prata', other, 'Zinco'] }));
    expect(findProblems(draft)).toEqual([
      'questions.0.options precisa de 4 opções diferentes entre si.',
    ]);
  });
});

it('a quiz of a model is mended before it is checked and stored', async () => {
  let problems: string[] = [];
  const options = ['**A)** Ouro', '**B)** Prata', '**C)** Cobre', '**D)** Todas as anteriores'];
  const ask: LanguageModel['ask'] = async ({ answer, check }) => {
    const parsed = answer.schema.parse(draftWith({ options, correctAnswer: '**B)** Prata' }));
    problems = check?.(parsed) ?? [];
    return parsed;
  };
  const { signal } = new AbortController();
  const request = { edition: { title: 'Juros' }, text: 'Prata', attemptMs: 5, signal };
  const quiz = await requestDraft({ llm: { ask } }, request);
  expect(quiz.questions[0]).toMatchObject({ correctAnswer: 'Prata' });
  expect(quiz.questions[0]?.options.slice(0, 3)).toEqual(['Ouro', 'Prata', 'Cobre']);
  expect(problems).toEqual(['questions.0.options.3 fala de outras opções, e a ordem delas muda.']);
});
