import { describe, expect, it } from 'vitest';
import type { QuizDraft } from '../../../server/quiz/checks/draft.ts';
import { findSlips } from '../../../server/quiz/checks/slips.ts';

type Question = QuizDraft['questions'][number];

const draftWith = (question: Partial<Question>, head: Partial<QuizDraft> = {}): QuizDraft => ({
  title: 'Quiz',
  description: 'Um quiz.',
  questions: [
    {
      question: 'Qual?',
      options: ['Ouro', 'Prata', 'Cobre', 'Zinco'],
      correctAnswer: 'Prata',
      explanation: 'Porque sim.',
      ...question,
    },
  ],
  ...head,
});
const taken = (option: string): boolean =>
  findSlips(draftWith({ options: ['Ouro', 'Prata', 'Cobre', option] })).length === 0;

describe('options that speak of others', () => {
  it('are found by every word for them', () => {
    const any = 'Todas Nenhum Qualquer Ambas Ambos All None Any Both Ninguna Cualquiera';
    const others =
      'anteriores acima alternativa opções respostas itens elas deles above options opciones';
    const verdicts = 'estão corretas,são erradas,é falsa,are correct,incorretas'.split(',');
    const options = [
      ...any.split(' ').map((word) => `${word} das anteriores`),
      ...others.split(' ').map((word) => `Qualquer uma das ${word}.`),
      ...verdicts.map((verdict) => `Nenhuma das anteriores ${verdict}`),
      ...verdicts.map((verdict) => `Todas ${verdict}`),
    ];
    expect(options.filter(taken)).toEqual([]);
  });

  it.each([
    'As opções acima',
    'A anterior',
    'Ambos',
    'Both',
    'NDA',
    'N. R. A.',
    'A ou B',
    'B, C e D',
    'As alternativas A e C',
    'Somente A e B',
    'Opção A ou C',
    'C or D',
    'As duas primeiras',
    'Os dois últimos',
    'As outras três',
    'A e B estão corretas',
    'Tanto A quanto B',
    'Letra A',
    'Igual à anterior',
    'A primeira e a terceira',
    'A primeira opção',
    'Só a segunda',
    'Apenas I e III',
    '1 e 2',
  ])('are found: %s', (option) => {
    expect(taken(option)).toBe(false);
  });

  it.each([
    'Ambas as capitais',
    'Acima de tudo',
    'NDB',
    'A e E',
    'Vitamina B',
    'Letra',
    'Nenhuma',
    'Todos os estados',
    'Todas as capitais',
    'Vitaminas A e C',
    'A e não B2',
    'As duas primeiras edições',
    'A quarta',
    'De 2 a 3',
    'I e II Guerra Mundial',
    'Uma resposta',
  ])('are not: %s', (option) => {
    expect(taken(option)).toBe(true);
  });
});

it('an option that counts or ranks is one of its own beside others that do', () => {
  for (const options of [
    ['1 e 2', '2 e 3', '3', 'Nenhum'],
    ['A primeira e a segunda', 'A terceira', 'Nenhuma', 'A quarta'],
  ]) {
    expect(findSlips(draftWith({ options }))).toEqual([]);
  }
});

describe('an option that says whether it is right', () => {
  it.each([
    'Zinco (correta)',
    'Zinco [certa]',
    'Zinco (é a resposta correta)',
    'Zinco – errada',
    'Correta: Zinco',
    'Zinco ✓',
    '(x) Zinco',
    'Zinco*',
  ])('is found: %s', (option) => {
    expect(taken(option)).toBe(false);
  });

  it.each([
    'Falso',
    'Uma quantia certa',
    'Notícias falsas',
    'Zinco (Zn)',
    'Carlos V – o imperador',
  ])('is not: %s', (option) => {
    expect(taken(option)).toBe(true);
  });
});

describe('an option that is named by its letter', () => {
  const named = 'questions.0 cita uma opção pela letra, e a ordem delas muda.';

  it.each([
    'A alternativa B',
    'A opcao D',
    'Foi a letra A',
    'O item B',
    'A resposta correta é a C',
    'A resposta certa é a D',
    'A alternativa "B"',
    'A letra (A)',
    'A opção “D”',
    'A letra  B.',
  ])('is found in the question and in the explanation: %s', (text) => {
    expect(findSlips(draftWith({ question: text }))).toEqual([named]);
    expect(findSlips(draftWith({ explanation: text }))).toEqual([named]);
  });

  it.each(['A opção Brasil', 'A letra E', 'A alternativa é boa', 'O item: Cobre', 'veja A Bolsa'])(
    'is not: %s',
    (text) => {
      expect(findSlips(draftWith({ question: text, explanation: text }))).toEqual([]);
    },
  );
});

describe('Markdown that is left', () => {
  const marks = ['sobrou **isto', 'sobrou ~~isto', '```x', '## Juros', 'veja [isto](x', '__isto'];

  it.each(marks)('is found: %s', (text) => {
    expect(findSlips(draftWith({ question: text }))).toEqual(['questions.0 tem Markdown.']);
  });

  it('is found in every text', () => {
    const text = '**x';
    for (const question of [{ explanation: text }, { options: ['a', 'b', 'c', text] }]) {
      expect(findSlips(draftWith(question))).toEqual(['questions.0 tem Markdown.']);
    }
    for (const head of [{ title: text }, { description: text }]) {
      expect(findSlips(draftWith({}, head))).toEqual(['title ou description tem Markdown.']);
    }
  });

  it.each(['2 * 3', 'a_b__c', '#1 em vendas', 'um ~ dois', 'lista [1] (2)', '_____ (1)'])(
    'is not: %s',
    (text) => {
      expect(findSlips(draftWith({ question: text }, { title: text }))).toEqual([]);
    },
  );
});
