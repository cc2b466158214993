import { createElement, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { OutputOf } from '../../console/src/api/client.ts';
import {
  Badge,
  decisionsOf,
  isDraft,
  isOutdated,
  Outlook,
} from '../../console/src/quiz/decisions.tsx';
import type { Quiz } from '../../console/src/quiz/draft-fields.ts';
import Quizzes from '../../console/src/quiz/list.tsx';
import { NoQuizToday } from '../../console/src/quiz/no-quiz-today.tsx';
import QuizScreen from '../../console/src/quiz/quiz-screen.tsx';
import { quizTexts as texts } from '../../console/src/quiz/texts.ts';
import { QuizTable, Trends } from '../../console/src/quiz/trends.tsx';
import { aQuiz, renderAtNine } from './quiz-samples.ts';
import { given, outlineOf, render, rowsOf } from './render.ts';

const at = (moment: string) => vi.setSystemTime(new Date(moment));

renderAtNine();

const outline = async (...args: Parameters<typeof render>) => outlineOf(await render(...args));

describe('texts', () => {
  it.each([
    ['title está vazio.', 'O título está vazio.'],
    ['description está vazio.', 'A descrição está vazia.'],
    ['questions.0.question está vazio.', 'A pergunta está vazia.'],
    ['questions.0.explanation passa de 1000 letras.', 'A explicação passa de 1000 letras.'],
    ['questions.0.options.2 está vazio.', 'A opção 3 está vazia.'],
    ['questions.0.correctAnswer não é uma das opções.', 'A resposta certa não é uma das opções.'],
    ['questions.0.options precisa de 4 opções.', 'A lista de opções precisa de 4 opções.'],
    ['questions.9 está em branco.', 'Pergunta 10 está em branco.'],
    [
      'A resposta de questions.1 aparece na pergunta questions.2.',
      'A resposta da pergunta 2 aparece na pergunta 3.',
    ],
  ])('of the checks, %s, are shown as %s', (sentence, shown) => {
    expect(texts.finding(sentence)).toBe(shown);
  });

  it('count hours, minutes and seconds to noon, findings, and what a correction gives', () => {
    expect([3_600, 3_599, 7_260, 59, 1].map(texts.untilNoon)).toEqual([
      'Sai ao meio-dia, em 1 h 0 min',
      'Sai ao meio-dia, em 59 min 59 s',
      'Sai ao meio-dia, em 2 h 1 min',
      'Sai ao meio-dia, em 0 min 59 s',
      'Sai ao meio-dia, em 0 min 1 s',
    ]);
    expect([1, 2].map(texts.found)).toEqual(['1 achado', '2 achados']);
    expect([texts.preview(0, 0), texts.preview(1, 0), texts.preview(1_200, 1)]).toEqual([
      'Nenhuma tentativa muda de nota.',
      '1 tentativa ganha um acerto; 0 leitores recuperam o dia. Ninguém perde acertos.',
      '1.200 tentativas ganham um acerto; 1 leitor recupera o dia. Ninguém perde acertos.',
    ]);
    expect(
      ['questions.12 x', 'A de questions.3 em questions.4', 'title x'].map(texts.questionOf),
    ).toEqual([...[12, 3, undefined]]);
  });
});

describe('the state of a quiz', () => {
  it.each([
    ['draft', '2026-11-26', false, 'info', 'Rascunho'],
    ['draft', '2026-11-26', true, 'ask', 'Recusado'],
    ['held', '2026-11-26', false, 'ask', 'Retido'],
    ['draft', '2026-11-25', true, '', 'Vencido'],
    ['held', '2026-11-27', false, '', 'Vencido'],
    ['published', '2026-11-25', false, 'good', 'Publicado'],
    ['unpublished', '2026-11-25', false, 'ask', 'Fora do ar'],
  ] as const)(
    '%s of %s, refused: %s, looks %s and says %s',
    async (status, quizDate, refused, tone, text) => {
      const stated = { status, quizDate, refused };
      expect(await outline(createElement(Badge, stated))).toBe(`{data-tone="${tone}"} ${text}`);
      expect([isDraft(stated), isOutdated(stated)]).toEqual([
        /draft|held/.test(status),
        text === 'Vencido',
      ]);
    },
  );

  it.each([
    [{}, '{role="timer"} Sai ao meio-dia, em 3 h 0 min'],
    [{ findings: ['title está vazio.'] }, ''],
    [{ status: 'held' }, 'Não sai ao meio-dia.'],
    [{ status: 'held', reason: 'falta ler' }, 'Não sai ao meio-dia: falta ler'],
    [{ status: 'held', findings: ['title está vazio.'] }, ''],
    [{ status: 'published' }, 'Os leitores já veem o quiz.'],
    [{ status: 'unpublished' }, 'Os leitores não veem o quiz.'],
    [{ status: 'unpublished', reason: 'erro' }, 'Os leitores não veem o quiz: erro'],
    [{ quizDate: '2026-11-25' }, 'Rascunho de outro dia: não pode mais ser publicado nem mudado.'],
  ] satisfies [Partial<Quiz>, string][])('%o has the outlook: %s', async (change, text) => {
    expect(await outline(createElement(Outlook, { quiz: aQuiz(change) }))).toBe(text);
  });

  it('is counted down to noon', async () => {
    const outlook = () => outline(createElement(Outlook, { quiz: aQuiz() }));
    at('2026-11-26T14:59:59.500Z');
    expect(await outlook()).toContain('em 0 min 1 s');
    at('2026-11-26T15:00:00Z');
    expect(await outlook()).toBe('{role="timer"} O meio-dia passou. Publique agora.');
  });
});

describe('a decision', () => {
  /** Calls the service gets: path and input. */
  const callsOf = (answers: Readonly<Record<string, unknown>> = {}) => {
    const calls: [string, unknown][] = [];
    vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
      const path = /\/trpc\/([\w.]+)/.exec(url)?.[1] ?? '';
      calls.push([path, JSON.parse(body)[0]]);
      return Response.json([{ result: { data: answers[path] ?? {} } }]);
    });
    return calls;
  };
  const leave = vi.fn(async () => undefined);
  const change = { id: 'q', revision: 4 };

  it('is sent with the revision that was shown, and with a reason if there is one', async () => {
    const calls = callsOf({ 'quiz.unpublish': { dryRun: true, total: 3 } });
    const { hold, release, publish, discard, unpublish } = decisionsOf(aQuiz(), leave);
    await hold.run?.({ reason: 'falta ler' });
    await hold.run?.({ reason: '' });
    await release.run?.({});
    await publish.run?.({});
    expect(leave).not.toHaveBeenCalled();
    await discard.run?.({});
    expect(leave).toHaveBeenCalledOnce();
    await unpublish.run?.({ reason: 'erro' });
    expect(calls).toEqual([
      ['quiz.hold', { ...change, reason: 'falta ler' }],
      ['quiz.hold', change],
      ['quiz.hold', { ...change, held: false }],
      ['quiz.publish', change],
      ['quiz.discard', change],
      // Those who answered are counted first.
      ['quiz.unpublish', { ...change, reason: 'erro' }],
      ['quiz.unpublish', { ...change, reason: 'erro', expected: 3 }],
    ]);
  });

  it('is done at once where nobody answered', async () => {
    const calls = callsOf({ 'quiz.unpublish': { dryRun: false, total: 0 } });
    await decisionsOf(aQuiz(), leave).unpublish.run?.({ reason: 'erro' });
    expect(calls).toHaveLength(1);
  });

  it('asks before it is done, with the warnings that stand', async () => {
    const asked = async (quiz: Quiz) => {
      const all = Object.entries(decisionsOf(quiz, leave));
      const shown = all.map(async ([name, { asks, keys, look }]) => {
        const text = typeof asks === 'string' ? asks : await outline(asks as ReactNode);
        return `${name} ${keys} ${look}: ${text.replaceAll('\n', ' / ')}`;
      });
      return (await Promise.all(shown)).join('\n');
    };
    expect(await asked(aQuiz())).toMatchInlineSnapshot(`
      "hold h undefined: O quiz não sai ao meio-dia até ser liberado ou publicado. / Motivo {maxLength="300" name="reason"}
      release h undefined: O quiz volta a sair ao meio-dia.
      publish p primary: Os leitores veem o quiz agora.
      discard undefined danger: O rascunho some. Não dá para desfazer.
      unpublish u danger: Os leitores deixam de ver o quiz. Tentativas e dias recuperados ficam. / Motivo {maxLength="300" required="" name="reason"}"
    `);
    expect(await asked(aQuiz({ warnings: ['questions.1 é parecida.'] }))).toContain(
      'publish p primary: Os leitores veem o quiz agora. / Ainda há o que conferir: / Pergunta 2 é parecida.',
    );
  });
});

describe('a day without a quiz', () => {
  const today = (change: Partial<OutputOf<'quiz.today'>>) => [
    given(
      'quiz.today',
      {},
      {
        quizDate: '2026-11-26',
        missing: true,
        reason: 'not-generated',
        error: null,
        findings: [],
        quizId: null,
        ...change,
      },
    ),
  ];
  const said = async (change: Partial<OutputOf<'quiz.today'>>) =>
    (await outline(createElement(NoQuizToday), today(change))).split('\n').slice(2);

  it.each([
    [
      'refused',
      'O modelo escreveu um quiz que a conferência recusou. O rascunho precisa de ajustes.',
    ],
    ['unfinished', 'O rascunho que alguém editou ainda está incompleto: ele ficou retido.'],
    ['held', 'O rascunho de hoje está retido.'],
    ['waiting', 'O rascunho de hoje está pronto e não saiu. Publique agora.'],
    ['unpublished', 'O quiz de hoje está fora do ar.'],
    ['not-generated', 'Nada foi gerado hoje.'],
  ] as const)('says of %s: %s', async (reason, text) => {
    expect(await said({ reason })).toEqual([text, '{href="/quiz"} Ir para o quiz']);
  });

  it('says why the run failed, at most three findings, and leads to the draft', async () => {
    const findings = [0, 1, 2, 3].map((n) => `questions.${n} está em branco.`);
    expect(
      await said({ reason: 'failed', error: 'no-edition-available', quizId: 'x', findings }),
    ).toEqual([
      'Não há edição para gerar um quiz. Pergunta 1 está em branco. Pergunta 2 está em branco. Pergunta 3 está em branco.',
      '{href="/quiz/x"} Abrir o quiz de hoje',
    ]);
    expect(await outline(createElement(NoQuizToday), today({ missing: false }))).toBe('');
    expect(await outline(createElement(NoQuizToday), today({ reason: null }))).toBe('');
  });

  it('offers to make one, as long as none is published', async () => {
    const screen = async (items: OutputOf<'quiz.list'>['items'], missing = false) =>
      outline(createElement(QuizScreen), [
        ...today({ missing }),
        given('quiz.list', { attempts: false }, { items, nextCursor: null }),
      ]);
    expect(await screen([])).toBe(
      'Quiz\nGerar rascunho Rascunho em branco\nAinda não há quiz. Gere o rascunho de hoje.',
    );
    // Beside what is said loudly, not above it.
    const loud = await screen([], true);
    expect(loud.split('\n').slice(0, 2)).toEqual([
      'Quiz',
      '{role="alert" aria-label="Hoje ainda não há quiz"}',
    ]);
    expect(loud.match(/Gerar rascunho/g)).toHaveLength(1);
    expect(await screen([listed({ status: 'published' })])).not.toContain('Gerar rascunho');
    expect(await screen([listed({ status: 'held' })])).toContain('Gerar rascunho');
  });
});

const listed = (change: Partial<OutputOf<'quiz.list'>['items'][number]>) => ({
  id: 'q',
  quizDate: '2026-11-26',
  title: 'De hoje',
  description: '',
  editionTitle: '',
  createdAt: '2026-11-26T09:00:00Z',
  minCorrectAnswers: 7,
  attempts: null,
  passed: null,
  averageCorrect: null,
  status: 'published' as const,
  refused: false,
  ...change,
});

it('the list has all quizzes over time first, and today’s open', async () => {
  const items = [
    listed({}),
    listed({ id: 'p', quizDate: '2026-11-25', title: 'De ontem', status: 'draft' }),
  ];
  const known = (all: typeof items) => [
    given('quiz.list', { attempts: false }, { items: all, nextCursor: null }),
  ];
  expect(await outline(createElement(Quizzes), known(items))).toMatchInlineSnapshot(`
    "{aria-label="Quizzes"}
    {href="/quiz/todos"} Quizzes ao longo do tempo
    {aria-current="page" title="De hoje" href="/quiz/q"} 26/11 {data-tone="good"} Publicado
    {title="De ontem" href="/quiz/p"} 25/11 {data-tone=""} Vencido"
  `);
  // Without one of today, all of them are.
  expect(await outline(createElement(Quizzes), known(items.slice(1)))).toContain(
    '{aria-current="page" href="/quiz/todos"}',
  );
  expect(await outline(createElement(Quizzes), known([]))).toBe('');
});

describe('quizzes over time', () => {
  const day = (
    quizDate: string,
    attempts: number,
    passed = 0,
  ): OutputOf<'quiz.trends'>['days'][number] => ({
    quizDate,
    id: quizDate,
    title: `De ${quizDate}`,
    status: 'published',
    attempts,
    passed,
    averageCorrect: 6.25,
    hardest: attempts > 0 ? { question: 'Qual?', correctRate: 0.254 } : null,
  });

  it('stand in a table, the latest first', async () => {
    const days = [
      day('2026-11-24', 1_200, 401),
      day('2026-11-25', 0),
      { ...day('2026-11-26', 3, 3), status: 'unpublished' as const },
    ];
    expect(rowsOf(await render(createElement(QuizTable, { days })))).toMatchInlineSnapshot(`
      [
        "Dia | Título | Tentativas | Aprovados | Média de acertos | Pergunta mais difícil (acertos)",
        "26/11 | De 2026-11-26 Fora do ar | 3 | 100% | 6,3 | Qual? (25%)",
        "25/11 | De 2026-11-25 | 0 | – | – |",
        "24/11 | De 2026-11-24 | 1.200 | 33% | 6,3 | Qual? (25%)",
      ]
    `);
  });

  it.each([
    ['/', 30, '2026-10-28'],
    ['/?dias=7', 7, '2026-11-20'],
    ['/?dias=90', 90, '2026-08-29'],
    ['/?dias=8', 30, '2026-10-28'],
  ])('at %s are those of %i days', async (address, length, from) => {
    const known = [
      given('quiz.trends', { from, to: '2026-11-26' }, { days: [day('2026-11-24', 3, 2)] }),
    ];
    const text = await outline(createElement(Trends), known, { address });
    expect(text).toContain(`{value="*${length}"} Últimos ${length} dias`);
    expect(text).toContain(
      `{role="slider" aria-label="Tentativas do quiz por dia" aria-valuemax="${length - 1}"}`,
    );
    expect(text).toContain('Aprovados por dia (%)');
    expect(text).toContain('{href="/quiz/2026-11-24"} De 2026-11-24');
  });
});
