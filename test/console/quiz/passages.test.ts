import { expect, it } from 'vitest';
import { findPassages, sentencesOf } from '../../../console/src/quiz/passages.ts';

const edition = [
  'O Banco Central manteve os juros em 10,5 % ao ano. ',
  'Um mapa de 1502 foi achado em Lisboa.\n',
  'A feira de orquídeas abre no sábado, em Curitiba.',
];

it('an edition is cut into its sentences, with the line breaks that end them', () => {
  expect(sentencesOf(edition.join(''))).toEqual(edition);
});

it('a question stands on the sentence that shares most with it, and on none that shares little', () => {
  const questions = [
    {
      question: 'De que ano é o mapa?',
      correctAnswer: '1502',
      explanation: 'O mapa foi achado em Lisboa.',
    },
    {
      question: 'Onde é a feira de orquideas?',
      correctAnswer: 'Curitiba',
      explanation: 'Ela abre no sábado.',
    },
    {
      question: 'Quem dirigiu o filme premiado em Veneza?',
      correctAnswer: 'Petra Costa',
      explanation: 'A diretora brasileira levou o prêmio no sábado.',
    },
  ];
  expect(findPassages(edition, questions)).toEqual([1, 2, undefined]);
});

it('the right answer counts for more than the words around it', () => {
  const sentences = ['Ana venceu a corrida de rua.', 'Bia venceu a prova.'];
  const question = 'Quem venceu a corrida de rua?';
  const [passage] = findPassages(sentences, [
    { question, correctAnswer: 'Bia, na prova', explanation: '' },
  ]);
  expect(passage).toBe(1);
});

it.each([
  ['a short number', ['Foram 42 casos.', 'Foram 17 casos.'], '17'],
  ['the beginning of a word', ['A cobrança subiu.', 'Uma orquídea abriu.'], 'orquídeas'],
  [
    'a rare word',
    ['Banco central caiu.', 'Uma orquídea abriu.', ...Array(4).fill('Banco central parou.')],
    'Banco central, orquídea',
  ],
])('%s finds the passage', (_, sentences, correctAnswer) => {
  const asked = { question: 'Qual?', correctAnswer, explanation: '' };
  expect(findPassages(sentences, [asked])).toEqual([1]);
});

const ofQuestion = (question: string) => ({ question, correctAnswer: '', explanation: '' });
it.each([
  ['words that begin with the same six letters are one', 'O comunicado.', 'comuniquem', true],
  ['words that begin with the same five letters are two', 'O conteúdo.', 'contestar', false],
  ['words of two letters do not', 'Vai ao ar.', 'ao', false],
  [
    'less than a third of the words may be enough',
    'Alfa beta gama delta.',
    'alfa beta gama delta épsilon zeta teta iota kapa lambda sigma ômega capa',
    true,
  ],
  [
    'little more than a quarter of them is not',
    'Alfa beta gama.',
    'alfa beta gama épsilon zeta teta iota kapa lambda sigma ômega',
    false,
  ],
])('%s', (_, sentence, words, isFound) => {
  const asked = [
    ofQuestion(words),
    { ...ofQuestion(''), explanation: words },
    { ...ofQuestion(''), correctAnswer: words },
  ];
  const found = findPassages([sentence], asked);
  expect(found).toEqual(asked.map(() => (isFound ? 0 : undefined)));
});
