import { describe, expect, it } from 'vitest';
import type { LanguageModel } from '../../../server/clients/llm.ts';
import type { QuizDraft } from '../../../server/quiz/checks/draft.ts';
import { finishDraft, fitDraft } from '../../../server/quiz/checks/normalize.ts';
import { findProblems } from '../../../server/quiz/checks/problems.ts';
import { requestDraft } from '../../../server/quiz/generation/generate.ts';

type Question = QuizDraft['questions'][number];

const aQuestion = (index: number, changes: Partial<Question> = {}): Question => ({
  question: `Pergunta ${index}?`,
  options: ['Ágata', 'Bromo', 'Cobre', 'Disco'],
  correctAnswer: 'Ágata',
  explanation: 'Porque sim.',
  ...changes,
});
/** A good draft with changes of its head, and of its second question. */
const aDraft = (head: Partial<QuizDraft> = {}, second: Partial<Question> = {}): QuizDraft => ({
  title: 'Quiz',
  description: 'Um quiz.',
  questions: Array.from({ length: 10 }, (_, index) => aQuestion(index, index === 1 ? second : {})),
  ...head,
});
const options = (...first: string[]) => [...first, 'b', 'c', 'd', 'e'].slice(0, 4);
const withOption = (option: string) => ({ options: options(option), correctAnswer: 'b' });

/** Each text of a draft, with the draft that has it. */
const texts: [name: string, max: number, draftWith: (text: string) => QuizDraft][] = [
  ['title', 200, (title) => aDraft({ title })],
  ['description', 500, (description) => aDraft({ description })],
  ['questions.1.question', 500, (question) => aDraft({}, { question })],
  ['questions.1.explanation', 1_000, (explanation) => aDraft({}, { explanation })],
  ['questions.1.options.0', 300, (option) => aDraft({}, withOption(option))],
];

describe('the rules of a draft', () => {
  it.each(texts)('are kept by a %s of %i characters, and not by a longer one', (name, max, of) => {
    for (const character of ['x', '😀'])
      expect(findProblems(of(character.repeat(max)))).toEqual([]);
    expect(findProblems(of('x'.repeat(max + 1)))).toEqual([`${name} passa de ${max} caracteres.`]);
  });

  it.each(texts)(
    'are broken by a %s that is empty, or has markup or control characters',
    (name, _, of) => {
      expect(findProblems(of(' \n'))).toEqual([`${name} está vazio.`]);
      for (const text of ['<b>x', 'x</p>', 'a <IMG src=x> b', '<!-- x -->']) {
        expect(findProblems(of(text))).toEqual([`${name} tem HTML.`]);
      }
      for (const letter of ['\u0000', '\u0008', '\u000b', '\u001b', '\u007f']) {
        expect(findProblems(of(`a${letter}b`))).toEqual([`${name} tem caracteres de controle.`]);
      }
      for (const text of ['1 < 2 > 0', 'a <3 b', 'a\t\r\nb']) {
        expect(findProblems(of(text))).toEqual([]);
      }
    },
  );

  const { questions } = aDraft();
  it.each<[string, QuizDraft, string]>([
    [
      'nine questions',
      aDraft({ questions: questions.slice(1) }),
      'São exatamente 10 perguntas, e vieram 9.',
    ],
    [
      'eleven questions',
      aDraft({ questions: [...questions, aQuestion(10)] }),
      'São exatamente 10 perguntas, e vieram 11.',
    ],
    ['equal questions', aDraft({}, { question: ' PERGUNTA  9? ' }), 'Há perguntas repetidas.'],
    [
      'three options',
      aDraft({}, { options: ['a', 'b', 'c'], correctAnswer: 'a' }),
      'questions.1.options precisa de 4 opções diferentes entre si.',
    ],
    [
      'five options',
      aDraft({}, { options: ['a', 'b', 'c', 'd', 'e'], correctAnswer: 'a' }),
      'questions.1.options precisa de 4 opções diferentes entre si.',
    ],

    [
      'options that differ in case alone',
      aDraft({}, { options: options('É', 'e\u0301'), correctAnswer: 'b' }),
      'questions.1.options precisa de 4 opções diferentes entre si.',
    ],
    [
      'an answer that is part of an option',
      aDraft({}, { correctAnswer: 'Brom' }),
      'questions.1.correctAnswer não é uma das opções.',
    ],
  ])('are broken by %s', (_, draft, problem) => {
    expect(findProblems(draft)).toEqual([problem]);
  });

  it('allow options that differ in accents', () => {
    expect(
      findProblems(aDraft({}, { options: ['avó', 'avô', 'avo', 'x'], correctAnswer: 'avô' })),
    ).toEqual([]);
  });
});

describe('a finished draft', () => {
  it('is in normal form, its answer is one of its options, and their order differs', () => {
    const question = aQuestion(1, {
      question: ' Qual\n pedra? ',
      options: [' A\u0301gata', 'Bromo ', 'Co  bre', 'Disco'],
      correctAnswer: 'ágata',
    });
    const finished = finishDraft({ ...aDraft({}, question), title: ' O\n quiz' });
    expect(finished.title).toBe('O quiz');
    expect(finished.questions[1]).toMatchObject({
      question: 'Qual pedra?',
      options: expect.arrayContaining(['Ágata', 'Bromo', 'Co bre', 'Disco']),
      correctAnswer: 'Ágata',
    });
    const wrongOptions = finished.questions.map(({ options, correctAnswer }) =>
      options.filter((option) => option !== correctAnswer).join(),
    );
    expect(new Set(wrongOptions).size).toBeGreaterThan(2);
  });
});

describe('a request for a draft', () => {
  /** The check of what the model returns. */
  const request = async () => {
    let check: (draft: QuizDraft) => string[] = () => [];
    const ask: LanguageModel['ask'] = async (one) => {
      expect(one.material.text).toBe('Título: Juros em Recife\n\nA taxa foi a 12%.');
      check = (draft) => one.check?.(one.answer.schema.parse(draft)) ?? [];
      return one.answer.schema.parse(aDraft());
    };
    const edition = { title: 'Juros em\n Recife' };
    const { signal } = new AbortController();
    const asked = { edition, text: 'A taxa foi a 12%.', attemptMs: 5, signal };
    await requestDraft({ llm: { ask } }, asked);
    return { check };
  };

  it('refuses facts that neither the text nor the title has', async () => {
    const { check } = await request();
    const answer = (option: string) =>
      aDraft({}, { options: options(option), correctAnswer: option });
    for (const known of ['Em Recife', '12%']) expect(check(answer(known))).toEqual([]);
    for (const unknown of ['Em Olinda', '13%']) {
      expect(check(answer(unknown))).toEqual([
        'questions.1.correctAnswer tem um número ou nome que não está na edição.',
      ]);
    }
  });

  it('sends a draft with answers given away back once, and accepts the second', async () => {
    const { check } = await request();
    const draft = aDraft({}, { question: 'De que é feita a ágata?' });
    expect(check(draft)).toContain('A resposta de questions.0 aparece na pergunta questions.1.');
    expect(check(draft)).toEqual([]);
    expect(check(aDraft({ title: '' }))).toEqual(['title está vazio.']);
  });
});

describe('a draft that an editor can mend', () => {
  it('has ten questions of four options, each text as it is stored', () => {
    const text = (name: string) => `\u0000 ${name}\u200b  e\u0301 `;
    const given = {
      title: text('t'),
      description: text('d'),
      questions: [
        {
          question: text('q'),
          options: ['a', 'b', 'c', 'd', 'e'].map(text),
          correctAnswer: text('x'),
          explanation: text('w'),
        },
        { question: 'q', options: ['a'], correctAnswer: ' A ', explanation: '' },
      ],
    };
    const blank = { question: '', options: ['', '', '', ''], correctAnswer: '', explanation: '' };
    expect(fitDraft(given)).toEqual({
      title: 't é',
      description: 'd é',
      questions: [
        {
          question: 'q é',
          options: ['a é', 'b é', 'c é', 'd é'],
          correctAnswer: 'x é',
          explanation: 'w é',
        },
        { question: 'q', options: ['a', '', '', ''], correctAnswer: 'a', explanation: '' },
        ...Array(8).fill(blank),
      ],
    });
  });
});
