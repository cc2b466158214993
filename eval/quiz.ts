import { findGiveaways, findUnsupportedAnswers } from '../server/quiz/checks/answers.ts';
import type { QuizDraft } from '../server/quiz/checks/draft.ts';
import { finishDraft } from '../server/quiz/checks/normalize.ts';
import { requestDraft } from '../server/quiz/generation/generate.ts';
import type { EvalEdition } from './data.ts';
import type { Judge } from './judge.ts';
import { collectMeasures, type Run } from './run.ts';
import type { EvalService } from './service.ts';

const attemptMs = 60_000;
const deadlineMs = 120_000;

/** What to evaluate quizzes with. */
export interface QuizEvaluation {
  editions: readonly EvalEdition[];
  judge: Judge;
  log: (line: string) => void;
}

/** Has the model write a quiz from each edition, and measures the questions. */
export const evaluateQuiz = async (
  service: EvalService,
  { editions, judge, log }: QuizEvaluation,
  setting: Run['setting'],
): Promise<Run> => {
  const { measures, note } = collectMeasures();
  for (const { id, title, paragraphs } of editions) {
    const text = paragraphs.join('\n');
    const before = await service.tokens();
    const started = performance.now();
    const draft = await draftOf(service, { title, text }).catch((error: unknown) => {
      log(`${id}: no quiz: ${error instanceof Error ? error.message : error}`);
      return undefined;
    });
    note('seconds', id, (performance.now() - started) / 1_000);
    note('tokens', id, (await service.tokens()) - before);
    note('quiz written', id, draft !== undefined);
    if (!draft) continue;
    const edition = `${title}\n${text}`;
    note('right answers in the edition', id, findUnsupportedAnswers(draft, edition).length === 0);
    note('no answer in another question', id, findGiveaways(draft).length === 0);
    for (const [index, question] of draft.questions.entries()) {
      const name = `${id}/${index}`;
      const right = question.options.indexOf(question.correctAnswer);
      note('right option is the longest (0.25 by chance)', name, isLongest(question));
      note('right option is the first (0.25 by chance)', name, right === 0);
      const found = await judge.rightOptions(edition, question);
      note('answerable from the edition, by the judge', name, found?.includes(right));
      note('one right option, by the judge', name, found && found.length <= 1);
      const guessed = await judge.guess(question);
      note(
        'guessed without the edition, by the judge',
        name,
        guessed === undefined ? undefined : guessed === right,
      );
    }
  }
  return { kind: 'quiz', setting, measures };
};

const draftOf = async (
  service: EvalService,
  { title, text }: { title: string; text: string },
): Promise<QuizDraft> =>
  finishDraft(
    await requestDraft(service.ctx, {
      edition: { title },
      text,
      attemptMs,
      signal: AbortSignal.timeout(deadlineMs),
    }),
  );

const isLongest = ({ options, correctAnswer }: QuizDraft['questions'][number]): boolean =>
  options.every((option) => option === correctAnswer || option.length < correctAnswer.length);
