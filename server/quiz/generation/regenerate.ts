import type { QuizDraftRow } from '../../../db/quiz/drafts.ts';
import { minuteMs } from '../../core/civil-time.ts';
import { type Context, inTransaction, requireRole } from '../../core/context.ts';
import { AppError, orThrow } from '../../core/errors.ts';
import { findGiveaways } from '../checks/answers.ts';
import type { QuizDraft } from '../checks/draft.ts';
import { findRefusals } from '../checks/findings.ts';
import { mendDraft } from '../checks/model-text.ts';
import { finishDraft } from '../checks/normalize.ts';
import { lockDraftOfToday, saveDraft } from '../drafts/edit.ts';
import type { EditedQuiz } from '../outputs.ts';
import { askForQuiz, generationFailed } from './generate.ts';
import { oneQuestion, quizMaterial } from './prompt.ts';

type Question = QuizDraft['questions'][number];

/**
 * Lets the model rewrite one question of a draft from its edition; the others stay.
 * @throws AppError `forbidden`, `quiz-not-found`, `quiz-changed`, `quiz-not-a-draft`; `invalid-request` for
 * an unknown question, `no-edition-available` if the draft has no text of an edition,
 * `quiz-generation-failed`
 */
export const regenerateQuestion = async (
  ctx: Context,
  id: string,
  { questionId, revision }: { questionId: string; revision?: number | undefined },
): Promise<EditedQuiz> => {
  requireRole(ctx, 'editor');
  const draft = await inTransaction(ctx, (tx) => lockDraftOfToday(tx, id, revision));
  const at = draft.questions.findIndex((question) => question.id === questionId);
  if (at === -1)
    throw new AppError('invalid-request', { detail: 'questionId is not of this quiz' });
  const written = await requestQuestion(ctx, draft, at);
  return inTransaction(ctx, async (tx) => {
    const locked = await lockDraftOfToday(tx, id, draft.revision);
    const questions = locked.questions.map((question) =>
      question.id === questionId ? { ...written, id: questionId } : question,
    );
    return saveDraft(tx, locked, { questions }, 'regenerate', [
      { field: 'question', after: at + 1 },
    ]);
  });
};

const requestQuestion = async (
  ctx: Context,
  draft: QuizDraftRow,
  at: number,
): Promise<Question> => {
  if (!draft.editionText) throw new AppError('no-edition-available');
  const material = quizMaterial({ title: draft.editionTitle }, draft.editionText);
  let tries = 0;
  const problemsOf = (question: Question): string[] => {
    const quiz = { ...draft, questions: draft.questions.with(at, { ...question, id: '' }) };
    const isOfIt = (problem: string) => new RegExp(`questions\\.${at}\\b|repetidas`).test(problem);
    return [
      ...findRefusals(quiz),
      // As in a whole quiz, one repair is requested for a giveaway.
      ...(tries < 2 ? findGiveaways(quiz) : []),
    ].filter(isOfIt);
  };
  const former = draft.questions[at]?.question;
  // Some models write a whole quiz although only one question was requested.
  const usable = (answer: QuizDraft): Question | undefined => {
    const good = mendDraft(answer).questions.filter((one) => problemsOf(one).length === 0);
    return good.find(({ question }) => question !== former) ?? good[0];
  };
  const answer = await askForQuiz(ctx, material, {
    instructions: oneQuestion(draft.questions.map(({ question }) => question)),
    check: (returned) => {
      tries += 1;
      if (usable(returned)) return [];
      const [first] = mendDraft(returned).questions;
      return first ? problemsOf(first) : ['Falta a pergunta.'];
    },
    attemptMs: minuteMs,
    signal: AbortSignal.timeout(2 * minuteMs),
  }).catch((cause) => {
    throw generationFailed(cause);
  });
  const question = orThrow(usable(answer), 'quiz-generation-failed');
  const [finished] = finishDraft({ ...answer, questions: [question] }).questions;
  return finished ?? question;
};
