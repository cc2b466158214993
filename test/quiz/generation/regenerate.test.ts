import { afterAll, describe, expect, it } from 'vitest';
import type { LanguageModel } from '../../../server/clients/llm.ts';
import type { QuizDraft } from '../../../server/quiz/checks/draft.ts';
import { regenerateQuestion } from '../../../server/quiz/generation/regenerate.ts';
import { openQuizRoom } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin } = room;

const aQuestion = (
  question: string,
  correctAnswer = 'uma casa',
): QuizDraft['questions'][number] => {
  const options = [correctAnswer, 'uma rua', 'uma praia', 'uma serra'];
  return { question, options, correctAnswer, explanation: 'Está na edição.' };
};
const quizOf = (...questions: QuizDraft['questions']): QuizDraft => ({
  title: 'Quiz',
  description: 'Um quiz.',
  questions,
});

const aDraft = async () => {
  const { id, questions } = await room.aDraft();
  const [first, second] = questions;
  if (!first || !second) throw new Error('too few questions');
  return { id, first, second, others: questions.slice(1).map(({ question }) => question) };
};

describe('a regenerated question', () => {
  /** Has the model return these, one after the other, until one is taken; returns what was said. */
  const rewrite = async (id: string, questionId: string, ...returned: QuizDraft[]) => {
    const problems: string[][] = [];
    let instructions = '';
    const ask: LanguageModel['ask'] = async (asked) => {
      instructions = asked.instructions;
      for (const quiz of returned) {
        const answer = asked.answer.schema.parse(quiz);
        problems.push(asked.check?.(answer) ?? []);
        if (problems.at(-1)?.length === 0) return answer;
      }
      throw new Error('no quiz was taken');
    };
    const ctx = { ...room.service.contextFor('test'), llm: { ask } };
    const { questions } = await regenerateQuestion(ctx, id, { questionId });
    return { problems, instructions, questions };
  };

  it('differs from the former one if the model wrote several, and its answer may be anywhere', async () => {
    const { id, first, others } = await aDraft();
    const places = new Set<number | undefined>();
    let former = first.question;
    for (let turn = 0; turn < 12; turn += 1) {
      const question = `O que se vê ali na volta ${turn}?`;
      const quiz = quizOf(aQuestion(former), aQuestion(question));
      const { questions } = await rewrite(id, first.id, quiz);
      expect(questions.map((one) => one.question)).toEqual([question, ...others]);
      expect(questions[0]).toMatchObject({ id: first.id, correctAnswer: 'uma casa' });
      places.add(questions[0]?.options.indexOf('uma casa'));
      former = question;
    }
    expect(places.size).toBeGreaterThan(1);
    const { questions } = await rewrite(id, first.id, quizOf(aQuestion(former)));
    expect(questions[0]?.question).toBe(former);
  });

  it('goes back to the model with its own problems, a giveaway the first time only', async () => {
    const { id, first, others } = await aDraft();
    const givenAway = quizOf(aQuestion('O que se vê ali?', 'o mar aberto'));
    const edit = { id: first.id, question: '' };
    const { questions } = await admin.quiz.edit.mutate({ id, questions: [edit] });
    const asking = 'Por que o mar aberto é azul?';
    await admin.quiz.edit.mutate({
      id,
      questions: [{ id: questions[2]?.id ?? '', question: asking }],
    });
    const of = questions[1]?.id ?? '';
    const given = 'A resposta de questions.1 aparece na pergunta questions.2.';
    expect((await rewrite(id, of, givenAway, givenAway)).problems).toEqual([[given], []]);
    const unsupported = quizOf(aQuestion('Quantas são?', '98765'));
    const repeated = quizOf(aQuestion(others[3] ?? ''));
    const ofOthers = quizOf(aQuestion('O que se vê?', 'Todas as anteriores'));
    const wrong = [quizOf(), unsupported, repeated, ofOthers];
    const { problems, instructions } = await rewrite(id, of, ...wrong, givenAway);
    expect(problems).toEqual([
      ['Falta a pergunta.'],
      ['questions.1.correctAnswer tem um número ou nome que não está na edição.'],
      ['Há perguntas repetidas.'],
      ['questions.1.options.0 fala de outras opções, e a ordem delas muda.'],
      [],
    ]);
    // Those that are blank are not named.
    expect(instructions).toContain(`- ${asking}`);
    expect(instructions).not.toMatch(/^- $/m);
    expect(instructions.match(/^- /gm)).toHaveLength(9);
  });
});
