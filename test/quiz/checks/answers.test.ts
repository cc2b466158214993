import { describe, expect, it } from 'vitest';
import { findGiveaways, findUnsupportedAnswers } from '../../../server/quiz/checks/answers.ts';
import type { QuizDraft } from '../../../server/quiz/checks/draft.ts';
import { examine } from '../../../server/quiz/checks/findings.ts';
import { balancedPositions } from '../../../server/quiz/checks/positions.ts';

const edition =
  'O Banco Central elevou a taxa a 12,5% em São Paulo. Foram 1.500 vagas em três estados.';

const draftOf = (...questions: [question: string, correctAnswer: string][]): QuizDraft => ({
  title: 'Quiz',
  description: 'Um quiz',
  questions: questions.map(([question, correctAnswer]) => ({
    question,
    options: [correctAnswer, 'um', 'dois', 'três'],
    correctAnswer,
    explanation: 'Está na edição.',
  })),
});

describe('right answers against the edition', () => {
  it.each([
    ['12,5%'],
    ['12.5 por cento'],
    ['1500 vagas'],
    ['3 estados'],
    ['Em sao paulo'],
    ['O Banco Central'],
    ['Inverno'],
    ['10 estados'],
    ['em Ji'],
    ['1 500 vagas'],
    ['1\u2009500 vagas'],
    ['O Banco Cen\u00adtral'],
  ])('accepts %s', (answer) => {
    expect(findUnsupportedAnswers(draftOf(['Qual?', answer]), edition)).toEqual([]);
  });

  it.each([
    ['13,5%'],
    ['1.501 vagas'],
    ['Em Curitiba'],
    ['O Banco Mundial'],
    ['2026'],
    ['11 estados'],
    ['1500 de 1501 vagas'],

    ['em Itú'],
    ['o Ban'],

    ['Em Curitiba, 1500'],
    ['o Banco Central, 1501'],
  ])('refuses %s, naming its position only', (answer) => {
    expect(findUnsupportedAnswers(draftOf(['Qual?', 'a taxa'], ['E?', answer]), edition)).toEqual([
      'questions.1.correctAnswer tem um número ou nome que não está na edição.',
    ]);
  });
});

describe('numbers with spaces', () => {
  it.each([
    ['São 12\u2009500 e 3 000 pessoas.', '12.500', true],
    ['São 12.500 pessoas.', '12 500', true],
    ['São 12\u202f500 pessoas.', '12\u00a0500', true],
    ['Em 2025 300 pessoas.', '2025', true],
    ['Em 2025 300 pessoas.', '300', true],
    ['Em 2025 300 pessoas.', '2025300', false],
    ['São 12 500 pessoas.', '12 501', false],
    ['Por R$ 19⁹⁰ ao mês.', 'R$ 19,90', true],
    ['Custa R$ 15¹ bilhões.', 'R$ 15 bilhões', true],
    ['Custa R$ 15¹² bilhões.', 'R$ 15,12', false],
    ['São 10⁶ watts.', '106 watts', false],
  ])('in %j support %s: %s', (text, answer, supported) => {
    expect(findUnsupportedAnswers(draftOf(['Quantas?', answer]), text)).toHaveLength(
      supported ? 0 : 1,
    );
  });
});

describe('answers given away', () => {
  it('finds the right answer of a question in another one, whatever its case and accents', () => {
    const draft = draftOf(
      ['Quem elevou a taxa?', 'O Banco Central'],
      ['Em que cidade o banco central anunciou?', 'São Paulo'],
      ['Quanto cresceu SAO PAULO?', '12,5%'],
    );
    expect(findGiveaways(draft)).toEqual([
      'A resposta de questions.0 aparece na pergunta questions.1.',
      'A resposta de questions.1 aparece na pergunta questions.2.',
    ]);
  });

  it('are warnings even in a refused draft', () => {
    const draft = draftOf(['Onde?', 'Rio'], ['Como vai o Rio?', 'bem']);
    const questions = draft.questions.map((question) => ({ ...question, id: '' }));
    const stored = { ...draft, questions, editionTitle: '', editionText: null };
    for (const refused of [true, false]) {
      expect(examine({ ...stored, refused }).warnings).toEqual([
        'A resposta de questions.0 aparece na pergunta questions.1.',
      ]);
    }
  });

  it('are warned of beside an edition that was cut', () => {
    const stored = { ...draftOf(), editionTitle: '', refused: false };
    const warningsOf = (editionText: string) =>
      examine({ ...stored, questions: [], editionText }).warnings.length;
    expect([warningsOf('começo\n[…]'), warningsOf('começo […]')]).toEqual([1, 0]);
  });

  it('finds whole words of three letters or digits, and no shorter ones', () => {
    const draft = draftOf(
      ['Onde?', 'Rio'],
      ['Quantos?', '99'],
      ['No rio, quantos de 99 são 100?', 'nenhum'],
      ['E?', '100'],
      ['Qual é a taxa?', 'taxa'],
      ['Quem taxava os bancos?', 'sim'],
    );
    expect(findGiveaways(draft)).toEqual([
      'A resposta de questions.0 aparece na pergunta questions.2.',
      'A resposta de questions.3 aparece na pergunta questions.2.',
    ]);
  });
});

describe('the positions of right answers', () => {
  it('are used two or three times each in ten questions', () => {
    const beginnings = new Set<number>();
    for (let turn = 0; turn < 50; turn += 1) {
      const positions = balancedPositions(10, 4);
      beginnings.add(new Set(positions.slice(0, 4)).size);
      expect(positions).toHaveLength(10);
      for (const position of [0, 1, 2, 3]) {
        expect([2, 3]).toContain(positions.filter((one) => one === position).length);
      }
    }
    // No four in a row have one of each for certain.
    expect(beginnings.size).toBeGreaterThan(1);
  });
});
