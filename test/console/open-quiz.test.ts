import { createElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { OutputOf } from '../../console/src/api/client.ts';
import type { Quiz } from '../../console/src/quiz/draft-fields.ts';
import { Edition } from '../../console/src/quiz/edition.tsx';
import { Standing } from '../../console/src/quiz/findings.tsx';
import { OpenQuiz } from '../../console/src/quiz/open-quiz.tsx';
import { misleadingOf } from '../../console/src/quiz/results.tsx';
import { aQuiz, renderAtNine } from './quiz-samples.ts';
import { given, outlineOf, render } from './render.ts';
import { stubBrowser } from './stub-browser.ts';

const at = (moment: string) => vi.setSystemTime(new Date(moment));

renderAtNine();

const outline = async (...args: Parameters<typeof render>) => outlineOf(await render(...args));

describe('an open quiz', () => {
  const statistics: OutputOf<'quiz.statistics'> = {
    attempts: 8,
    passed: 6,
    averageCorrect: 7.25,
    distribution: [0, 2, 6],
    attemptsByHour: Array.from({ length: 24 }, (_, hour) => (hour === 13 ? 8 : 0)),
    questions: [
      [4, 4],
      [1, 7],
      [8, 0],
    ].map(([right = 0, wrong = 0], n) => ({
      id: `p${n}`,
      question: '',
      correctRate: right / 8,
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
    // The first of them is open.
    const tabsOf = async (quiz: Quiz) => {
      const known = [given('quiz.get', { id: 'q' }, quiz)];
      const html = await render(createElement(OpenQuiz, { id: 'q' }), known);
      return [...html.matchAll(/aria-selected="(\w+)"[^>]*>([^<]*)/g)].map((tab) => tab.slice(1));
    };
    expect(await tabsOf(aQuiz({ status: 'published' }))).toEqual([
      ['true', 'Resultados'],
      ['false', 'Perguntas'],
      ['false', 'Edição'],
    ]);
    const draft = await tabsOf(aQuiz({ id: 'q', quizDate: '2026-11-25' }));
    expect(draft[0]).toEqual(['true', 'Perguntas']);
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
