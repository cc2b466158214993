import { createElement } from 'react';
import { expect, it } from 'vitest';
import type { Quiz } from '../../console/src/quiz/draft-fields.ts';
import { OpenQuiz } from '../../console/src/quiz/open-quiz.tsx';
import { ownKey } from '../../console/src/shell/own.ts';
import { kept } from '../../console/src/ui/state/store.ts';
import { aQuiz, renderAtNine } from './quiz-samples.ts';
import { given, outlineOf, render } from './render.ts';

// A draft that is open, with texts that only this browser has.

renderAtNine();

type Fields = Readonly<Record<string, string>>;
const saved: Fields = {
  title: 'Título',
  description: 'Descrição',
  ...Object.fromEntries(
    [0, 1, 2].flatMap((at) => [
      [`p${at}.question`, `Pergunta de teste ${at}?`],
      ...['a', 'b', 'c', 'd'].map((name, n) => [`p${at}.options.${n}`, `${name}${at}`]),
      [`p${at}.correct`, '1'],
      [`p${at}.explanation`, `Explicação ${at}`],
    ]),
  ),
};
const open = (quiz: Quiz, own?: Fields) => {
  if (own) kept(ownKey(`text:quiz:${quiz.id}`)).set({ base: saved, own });
  return render(createElement(OpenQuiz, { id: quiz.id }), [
    given('quiz.get', { id: quiz.id }, quiz),
  ]);
};

it('names what somebody else changed, and asks which text stays where both changed one', async () => {
  const quiz = aQuiz({ id: 'conflict', title: 'Dela' });
  const questions = quiz.questions.map((one, at) => {
    if (at === 0) return { ...one, correctAnswer: 'c0' };
    return at === 2 ? { ...one, options: ['a2', 'b2', 'c2', 'outra'], explanation: 'Mais' } : one;
  });
  const text = outlineOf(
    await open({ ...quiz, questions }, { 'p0.correct': '3', 'p1.question': 'Minha?' }),
  );
  const alert = text.slice(text.indexOf('Outra pessoa mudou'), text.indexOf('\nTítulo {'));
  expect(alert.split('\n')).toEqual([
    'Outra pessoa mudou este quiz Nada foi perdido. Escolha o que fica antes de salvar.',
    'Título Dela',
    'Pergunta 1: Resposta certa c0',
    'Ficar com o meu Ficar com o dela',
    'Pergunta 3: Opção 4 outra',
    'Pergunta 3: Explicação Mais',
  ]);
  // Not before one has chosen.
  expect(text).toMatch(/Há mudanças que ainda não foram salvas\..*\{disabled=""\} Salvar/);
});

it('what is unsaved is shown, open in its question, and can be saved but not published', async () => {
  const html = await open(aQuiz({ id: 'own' }), {
    'p1.question': 'Minha?',
    'p1.correct': '3',
    'p1.options.3': 'certa',
  });
  const text = outlineOf(html);
  expect(text).toContain('Pergunta 2 Minha?');
  expect(text).toContain(
    '{type="radio" aria-label="A opção 4 é a certa" name="p1.correct" checked=""} {aria-label="Opção 4" maxLength="300" value="certa"}',
  );
  expect(text).toMatch(/Há mudanças que ainda não foram salvas\..* Salvar$/);
  expect(text).not.toMatch(/\{disabled=""\} Salvar|Publicar/);
  const folded = [...html.matchAll(/<details( open="")?>/g)].map(([, isOpen]) => isOpen);
  expect(folded).toEqual([undefined, ' open=""', undefined]);
});

it('a blank question is named so, and no passage of the edition is missed for it', async () => {
  const quiz = aQuiz({ id: 'blank' });
  const questions = quiz.questions.map((one, at) =>
    at === 1
      ? { ...one, question: '', options: ['', '', '', ''], correctAnswer: '', explanation: '' }
      : one,
  );
  const text = outlineOf(await open({ ...quiz, questions }));
  const second = text.slice(text.indexOf('{aria-label="Pergunta 2"}'));
  expect(second.split('\n').slice(2, 5)).toEqual([
    'Pergunta 2 Pergunta em branco',
    '{role="status"}',
    'Pergunta {maxLength="500"}',
  ]);
  expect(second).not.toMatch(/p1\.correct" checked/);
});
