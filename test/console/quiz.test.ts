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
import { Edition } from '../../console/src/quiz/edition.tsx';
import { Standing } from '../../console/src/quiz/findings.tsx';
import Quizzes from '../../console/src/quiz/list.tsx';
import { NoQuizToday } from '../../console/src/quiz/no-quiz-today.tsx';
import { OpenQuiz } from '../../console/src/quiz/open-quiz.tsx';
import QuizScreen from '../../console/src/quiz/quiz-screen.tsx';
import { misleadingOf } from '../../console/src/quiz/results.tsx';
import { quizTexts as texts } from '../../console/src/quiz/texts.ts';
import { QuizTable, Trends } from '../../console/src/quiz/trends.tsx';
import { aQuiz, renderAtNine } from './quiz-samples.ts';
import { given, outlineOf, render, rowsOf } from './render.ts';
import { stubBrowser } from './stub-browser.ts';

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

describe('an open quiz', () => {
  const statistics: OutputOf<'quiz.statistics'> = {
    ...{ attempts: 8, passed: 6, averageCorrect: 7.25 },
    distribution: [0, 2, 6],
    attemptsByHour: Array.from({ length: 24 }, (_, hour) => (hour === 13 ? 8 : 0)),
    questions: [
      [4, 4],
      [1, 7],
      [8, 0],
    ].map(([right = 0, wrong = 0], n) => ({
      ...{ id: `p${n}`, question: '', correctRate: right / 8 },
      options: [
        { text: `a${n}`, correct: false, chosen: wrong },
        { text: `b${n}`, correct: true, chosen: right },
        { text: `c${n}`, correct: n === 2, chosen: 0 },
        { text: `d${n}`, correct: false, chosen: 0 },
      ],
    })),
  };
  const noFindings = { findings: [], warnings: [] };
  const open = async (
    quiz: Quiz,
    more: Parameters<typeof render>[1] = [],
    found: object = noFindings,
  ) =>
    outline(createElement(OpenQuiz, { id: quiz.id }), [
      given('quiz.get', { id: quiz.id }, quiz),
      [['quiz.edit', { id: quiz.id, checked: '{"questions":[]}' }], found],
      ...more,
    ]);

  it('is a draft beside its edition', async () => {
    expect(await open(aQuiz({ id: 'one' }, 2))).toMatchInlineSnapshot(`
      "{aria-label="Quiz de 26 de novembro de 2026"}
      Quiz de 26 de novembro de 2026
      {data-tone="info"} Rascunho
      Reter Excluir Publicar
      {role="timer"} Sai ao meio-dia, em 3 h 0 min
      {aria-label="Edição"}
      Edição de hoje
      Lisboa achou um mapa de 1502.
      A feira abre em Curitiba.
      {aria-label="Perguntas"}
      Título {maxLength="200"} Título
      Descrição {maxLength="500"} Descrição
      {aria-label="Pergunta 1"}
      1
      Pergunta 1 Pergunta de teste 0?
      {data-tone="ask"} 1 achado
      {role="status"}
      Nenhum trecho da edição sustenta esta pergunta.
      Pergunta {maxLength="500"} Pergunta de teste 0?
      {type="radio" aria-label="A opção 1 é a certa" name="p0.correct"} {aria-label="Opção 1" maxLength="300" value="a0"}
      {type="radio" aria-label="A opção 2 é a certa" name="p0.correct" checked=""} {aria-label="Opção 2" maxLength="300" value="b0"}
      {type="radio" aria-label="A opção 3 é a certa" name="p0.correct"} {aria-label="Opção 3" maxLength="300" value="c0"}
      {type="radio" aria-label="A opção 4 é a certa" name="p0.correct"} {aria-label="Opção 4" maxLength="300" value="d0"}
      Explicação {maxLength="1000"} Explicação 0
      {aria-label="Gerar de novo a pergunta 1"} Gerar de novo
      {aria-label="Descer a pergunta 1"} ↓
      {aria-label="Pergunta 2"}
      2
      Pergunta 2 Pergunta de teste 1?
      {data-tone="ask"} 1 achado
      {role="status"}
      Nenhum trecho da edição sustenta esta pergunta.
      Pergunta {maxLength="500"} Pergunta de teste 1?
      {type="radio" aria-label="A opção 1 é a certa" name="p1.correct"} {aria-label="Opção 1" maxLength="300" value="a1"}
      {type="radio" aria-label="A opção 2 é a certa" name="p1.correct" checked=""} {aria-label="Opção 2" maxLength="300" value="b1"}
      {type="radio" aria-label="A opção 3 é a certa" name="p1.correct"} {aria-label="Opção 3" maxLength="300" value="c1"}
      {type="radio" aria-label="A opção 4 é a certa" name="p1.correct"} {aria-label="Opção 4" maxLength="300" value="d1"}
      Explicação {maxLength="1000"} Explicação 1
      {aria-label="Gerar de novo a pergunta 2"} Gerar de novo
      {aria-label="Subir a pergunta 2"} ↑
      {disabled=""} Salvar"
    `);
  });

  it.each([
    ['draft', '12:00', [], 'Reter Excluir Publicar'],
    ['held', '12:00', [], 'Liberar Excluir Publicar'],
    ['draft', '15:00', [], 'Excluir Publicar'],
    ['draft', '14:59', ['title está vazio.'], 'Reter Excluir'],
    ['published', '12:00', [], 'Despublicar'],
    ['unpublished', '12:00', [], 'Publicar'],
  ] as const)('%s at %s with %j offers: %s', async (status, time, findings, buttons) => {
    at(`2026-11-26T${time}:00Z`);
    const lines = (await open(aQuiz({ id: 'two', status, findings: [...findings] }))).split('\n');
    const badge = lines.findIndex((line) => /^\{data-tone/.test(line));
    expect(lines[badge + 1]).toBe(buttons);
  });

  it('names what is found above, in its row, and in its question', async () => {
    const found = {
      findings: ['questions.1.options.0 está vazio.', 'title está vazio.'],
      warnings: ['questions.1 é parecida.'],
    };
    const text = await open(aQuiz({ id: 'three', refused: true }), [], found);
    expect(
      text.slice(
        text.indexOf('{aria-label="Antes de publicar"}'),
        text.indexOf('{aria-label="Edição"}'),
      ),
    ).toMatchInlineSnapshot(`
      "{aria-label="Antes de publicar"} A conferência recusou este quiz. Resolva o que falta e publique.
      A opção 1 está vazia.
      O título está vazio.
      Confira antes de publicar
      Pergunta 2 é parecida.
      "
    `);
    // One of them is that the edition does not support it.
    expect(text).toContain(
      '{aria-label="Pergunta 2"}\n2\nPergunta 2 Pergunta de teste 1?\n{data-tone="ask"} 3 achados',
    );
    expect(text).toContain(
      '{aria-label="Pergunta 1"}\n1\nPergunta 1 Pergunta de teste 0?\n{data-tone="ask"} 1 achado',
    );
    const bare = await open(aQuiz({ id: 'four', editionText: null }));
    expect(bare).toContain('O texto desta edição não foi guardado.');
    expect(bare).toContain('Pergunta 1 Pergunta de teste 0?\nb0');
  });

  it('is shown with what readers chose once it is published', async () => {
    const quiz = aQuiz({ status: 'published' });
    const results = [given('quiz.statistics', { id: 'q' }, statistics)];
    const text = await open(quiz, results);
    expect(text).toMatchInlineSnapshot(`
      "{aria-label="Quiz de 26 de novembro de 2026"}
      Quiz de 26 de novembro de 2026
      {data-tone="good"} Publicado
      Despublicar
      Os leitores já veem o quiz.
      {aria-label="Perguntas que confundem"}
      Pergunta 2 confunde: uma opção errada foi mais escolhida que a certa (13% de acertos)
      {aria-label="Edição"}
      Edição de hoje
      Lisboa achou um mapa de 1502.
      A feira abre em Curitiba.
      agora
      {aria-label="Resultados"}
      Tentativas 8
      Aprovados 75%
      Média de acertos 7,3
      Perguntas que confundem Pergunta 2
      {aria-label="Tentativas por hora do dia"}
      Tentativas por hora do dia (tentativas)
      {role="slider" aria-label="Tentativas por hora do dia" aria-valuemax="10"}
      tentativas Aponte ou use as setas para ler os valores.
      CSV PNG
      Tabela
      {aria-label="Tentativas por número de acertos"}
      Tentativas por número de acertos (tentativas)
      {role="slider" aria-label="Tentativas por número de acertos" aria-valuemax="2"}
      tentativas Aponte ou use as setas para ler os valores.
      CSV PNG
      Tabela
      Título
      Descrição
      {aria-label="Pergunta 1"}
      1
      Pergunta 1 Pergunta de teste 0?
      50% de acertos
      Pergunta de teste 0?
      {aria-label="50% de acertos"}
      Opção Escolhida
      a0 50% {aria-label="Escolhida" max="8" value="4"}
      ✓ b0 50% {aria-label="Escolhida" max="8" value="4"}
      c0 0% {aria-label="Escolhida" max="8" value="0"}
      d0 0% {aria-label="Escolhida" max="8" value="0"}
      Explicação 0
      {aria-label="Corrigir a pergunta 1"} Corrigir
      {aria-label="Pergunta 2"}
      2
      Pergunta 2 Pergunta de teste 1?
      {data-tone="ask"} Confunde · 13%
      Pergunta de teste 1?
      Confunde: uma opção errada foi mais escolhida que a certa {aria-label="13% de acertos"}
      Opção Escolhida
      a1 88% {aria-label="Escolhida" max="8" value="7"}
      ✓ b1 13% {aria-label="Escolhida" max="8" value="1"}
      c1 0% {aria-label="Escolhida" max="8" value="0"}
      d1 0% {aria-label="Escolhida" max="8" value="0"}
      Explicação 1
      {aria-label="Corrigir a pergunta 2"} Corrigir
      {aria-label="Pergunta 3"}
      3
      Pergunta 3 Pergunta de teste 2?
      100% de acertos
      Pergunta de teste 2?
      {aria-label="100% de acertos"}
      Opção Escolhida
      a2 0% {aria-label="Escolhida" max="8" value="0"}
      ✓ b2 100% {aria-label="Escolhida" max="8" value="8"}
      c2 (Valia antes da correção) 0% {aria-label="Escolhida" max="8" value="0"}
      d2 0% {aria-label="Escolhida" max="8" value="0"}
      Explicação 2
      {aria-label="Corrigir a pergunta 3"} Corrigir"
    `);
    expect(misleadingOf(undefined)).toEqual([]);
    const none = { ...statistics, attempts: 0, passed: 0, questions: [] };
    const empty = await open(quiz, [given('quiz.statistics', { id: 'q' }, none)]);
    expect(empty).toContain('Ninguém respondeu ainda.');
    expect(empty).not.toMatch(/% de acertos|Aprovados|Confunde/);
    // Attempts that all came on later days have no hours.
    const late = { ...statistics, attemptsByHour: Array(24).fill(0) };
    const later = await open(quiz, [given('quiz.statistics', { id: 'q' }, late)]);
    expect(later).not.toContain('Tentativas por hora do dia');
    expect(later).toContain('{aria-label="Tentativas por número de acertos"}');
  });

  it('of another day is read and deleted, on a phone in tabs', async () => {
    stubBrowser(true);
    const text = await open(aQuiz({ quizDate: '2026-11-25', refused: true }, 1));
    expect(text).toMatchInlineSnapshot(`
      "{aria-label="Quiz de 25 de novembro de 2026"}
      Quiz de 25 de novembro de 2026
      {data-tone=""} Vencido
      Excluir
      Rascunho de outro dia: não pode mais ser publicado nem mudado.
      {role="tablist" aria-label="Partes do quiz"} {role="tab"} Perguntas {role="tab"} Edição
      {role="tabpanel"}
      {aria-label="Edição"}
      Edição de hoje
      Lisboa achou um mapa de 1502.
      A feira abre em Curitiba.
      {role="tabpanel"}
      Título
      Descrição
      {aria-label="Pergunta 1"}
      1
      Pergunta 1 Pergunta de teste 0?
      b0
      Pergunta de teste 0?
      a0
      ✓ b0
      c0
      d0
      Explicação 0"
    `);
  });
});

it('an edition marks the passages of questions, several in one sentence, too', async () => {
  const props = { title: 'T', sentences: ['Um. ', 'Dois. ', 'Três.'], onChoose: () => undefined };
  const html = createElement(Edition, { ...props, passages: [1, undefined, 1, 2], current: 3 });
  expect(await outline(html)).toMatchInlineSnapshot(`
    "{aria-label="Edição"}
    T
    Um. {aria-label="Ir para a pergunta 1"} 1 {aria-label="Ir para a pergunta 3"} 3 Dois. {aria-current="true"} {aria-label="Ir para a pergunta 4"} 4 Três."
  `);
});

it('what stands is shown in its parts, with a way to its question', async () => {
  const shown = (...parts: [string | undefined, string[]][]) =>
    outline(createElement(Standing, { label: 'L', parts, onGo: () => undefined }));
  expect(await shown(['A', []], [undefined, []])).toBe('');
  const html = await render(
    createElement(Standing, {
      label: 'L',
      parts: [
        ['A', []],
        ['B', ['title está vazio.', 'questions.0 está em branco.']],
      ],
      onGo: () => undefined,
    }),
  );
  expect(outlineOf(html)).toBe(
    '{aria-label="L"} B\nO título está vazio.\nPergunta 1 está em branco.',
  );
  expect(html.match(/<button/g)).toHaveLength(1);
});

describe('a day without a quiz', () => {
  const today = (change: Partial<OutputOf<'quiz.today'>>) => [
    given(
      'quiz.today',
      {},
      {
        ...{ quizDate: '2026-11-26', missing: true, reason: 'not-generated', error: null },
        ...{ findings: [], quizId: null, ...change },
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
  ...{ id: 'q', quizDate: '2026-11-26', title: 'De hoje', description: '', editionTitle: '' },
  ...{ createdAt: '2026-11-26T09:00:00Z', minCorrectAnswers: 7, attempts: null, passed: null },
  ...{ averageCorrect: null, status: 'published' as const, refused: false, ...change },
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
    ...{ quizDate, id: quizDate, title: `De ${quizDate}`, status: 'published', attempts, passed },
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
