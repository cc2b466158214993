import * as attempts from '../../../db/quiz/attempts.ts';
import type { NewQuiz } from '../../../db/quiz/quiz.ts';
import * as quizzes from '../../../db/quiz/quiz.ts';
import type { ModelRequest } from '../../clients/llm.ts';
import type { Edition } from '../../clients/newsletter.ts';
import { civilDayOf, minuteMs } from '../../core/civil-time.ts';
import {
  type CheckedContext,
  type Context,
  inTransaction,
  requireRole,
} from '../../core/context.ts';
import { AppError, mapConstraintErrors } from '../../core/errors.ts';
import { findGiveaways, findUnsupportedAnswers } from '../checks/answers.ts';
import { draftIn, QuizDraft } from '../checks/draft.ts';
import { mendDraft } from '../checks/model-text.ts';
import { finishDraft } from '../checks/normalize.ts';
import { findProblems } from '../checks/problems.ts';
import { findSlips } from '../checks/slips.ts';
import { holdEdited, storeRefused } from '../drafts/store.ts';
import { editionText } from '../edition-text.ts';
import { storePublished } from '../publish.ts';
import { noteFailure, UnusableEdition } from './failure.ts';
import { quizInstructions, quizMaterial } from './prompt.ts';

export interface ModelTimeouts {
  attemptMs: number;
  /** The deadline of the whole generation, including the newsletter. */
  deadlineMs: number;
}

const timeouts: ModelTimeouts = { attemptMs: minuteMs, deadlineMs: 2 * minuteMs };
const minCharacters = 200;

export interface Generation {
  /** If true, replaces the day's quiz unless somebody has attempted it. The default is false. */
  overwrite?: boolean | undefined;
  /** If true, generates nothing on a day whose draft was held and deleted. The default is false. */
  unlessHeld?: boolean;
  timeouts?: ModelTimeouts | undefined;
  signal?: AbortSignal;
}

/**
 * Generates today's quiz (São Paulo) from the latest edition of the newsletter and returns its id
 * (docs/behaviour/quiz.md#quiz). Stores nothing unless everything succeeds, except a refused quiz, which
 * becomes a draft to correct. Only administrators may replace a quiz.
 * @throws AppError `forbidden`, `quiz-already-generated` (with the state `held` if an editor is writing
 * today's quiz: their draft is held), `quiz-attempted` (overwriting), `no-edition-available`,
 * `newsletter-unavailable`, `quiz-generation-failed`
 */
export const generateQuiz = async (ctx: Context, generation: Generation = {}): Promise<string> => {
  requireRole(ctx, generation.overwrite ? 'admin' : 'editor');
  await leaveToEditor(ctx, generation);
  const quiz = await composeQuiz(ctx, generation);
  await leaveToEditor(ctx, generation);
  return mapConstraintErrors(
    {
      quizzes_quiz_date_key: 'quiz-already-generated',
      quiz_attempts_quiz_id_fkey: 'quiz-attempted',
    },
    () =>
      inTransaction(ctx, async (tx) => {
        if (generation.overwrite) await quizzes.deleteQuizByDate(tx.db, quiz.quizDate);
        return storePublished(tx, quiz, 'generate');
      }),
  );
};

const leaveToEditor = async (
  ctx: CheckedContext,
  { overwrite = false, unlessHeld = false }: Generation,
): Promise<void> => {
  if (!overwrite && (await holdEdited(ctx, civilDayOf(ctx.now()), unlessHeld))) {
    throw new AppError('quiz-already-generated', { state: 'held' });
  }
};

/**
 * Lets the model write today's quiz from the latest edition; stores only a refused one, and why it failed.
 * @throws AppError like `generateQuiz`
 */
export const composeQuiz = async (
  ctx: Context,
  generation: Generation,
): Promise<NewQuiz & QuizDraft & { editionText: string }> => {
  requireRole(ctx, generation.overwrite ? 'admin' : 'editor');
  const quizDate = civilDayOf(ctx.now());
  const existing = await quizzes.findQuizIdByDate(ctx.db, quizDate);
  if (existing && !generation.overwrite) throw new AppError('quiz-already-generated');
  if (existing && (await attempts.hasAttempts(ctx.db, existing)))
    throw new AppError('quiz-attempted');
  const { attemptMs, deadlineMs } = generation.timeouts ?? timeouts;
  const deadline = AbortSignal.timeout(deadlineMs);
  const signal = generation.signal ? AbortSignal.any([deadline, generation.signal]) : deadline;
  const failed =
    (title?: string) =>
    async (error: unknown): Promise<never> => {
      // A service that stops has not failed.
      if (!generation.signal?.aborted) await noteFailure(ctx, quizDate, error, title);
      throw error;
    };
  const { edition, text } = await readEdition(ctx, signal).catch(failed());
  const origin = {
    quizDate,
    editionId: edition.id,
    editionTitle: edition.title.replaceAll('\u0000', ''),
    editionText: text,
  };
  const draft = await requestDraft(ctx, {
    edition,
    text,
    attemptMs,
    signal,
    onRefused: (refused) => storeRefused(ctx, { ...origin, draft: refused }),
  }).catch(failed(origin.editionTitle));
  return { ...finishDraft(draft), ...origin };
};

const readEdition = async (
  ctx: Context,
  signal: AbortSignal,
): Promise<{ edition: Edition; text: string }> => {
  const edition = await ctx.newsletter.latestEdition(ctx.now(), signal).catch((cause) => {
    throw new AppError('newsletter-unavailable', { cause });
  });
  if (!edition) throw new AppError('no-edition-available');
  const text = editionText(edition.html);
  if (text.length < minCharacters) {
    ctx.log.warn({ edition: edition.id }, 'latest edition has too little text for a quiz');
    const reason = text === '' ? 'edition-empty' : 'edition-too-short';
    const cause = new UnusableEdition(reason, edition.title);
    throw new AppError('no-edition-available', { cause });
  }
  return { edition, text };
};

/**
 * Builds a generation's error; its state is the model's reason, or `unusable` if the checks refused the
 * quiz.
 */
export const generationFailed = (cause: unknown): AppError =>
  new AppError('quiz-generation-failed', { cause, ...stateOf(cause) });

const stateOf = (cause: unknown): { state?: string } =>
  cause instanceof Error && 'reason' in cause ? { state: String(cause.reason) } : {};

/** Asks the model for questions about the material. */
export const askForQuiz = (
  { llm }: Pick<Context, 'llm'>,
  text: string,
  asked: Omit<ModelRequest<QuizDraft>, 'material' | 'answer' | 'maxOutputTokens'>,
): Promise<QuizDraft> =>
  llm.ask({
    ...asked,
    material: { label: 'edicao', text },
    answer: { name: 'quiz', schema: QuizDraft },
    maxOutputTokens: 8_000,
  });

/**
 * Lets the model write a quiz from the text of an edition.
 * @throws AppError `quiz-generation-failed`
 * @param asked.onRefused receives the last quiz that the checks refused, even an incomplete one
 */
export const requestDraft = (
  ctx: Pick<Context, 'llm'>,
  asked: {
    edition: Pick<Edition, 'title'>;
    text: string;
    attemptMs: number;
    signal: AbortSignal;
    onRefused?: (draft: QuizDraft) => Promise<void>;
  },
): Promise<QuizDraft> => {
  const { edition, text, attemptMs, signal, onRefused } = asked;
  const material = quizMaterial(edition, text);
  let drafts = 0;
  let latest: QuizDraft | undefined;
  return askForQuiz(ctx, material, {
    instructions: quizInstructions,
    check: (returned) => {
      drafts += 1;
      const draft = mendDraft(returned);
      latest = draft;
      return [
        ...findProblems(draft),
        ...findSlips(draft),
        ...findUnsupportedAnswers(draft, material),
        // One repair is requested; a second draft is accepted with giveaways, because a day without a quiz
        // is worse.
        ...(drafts === 1 ? findGiveaways(draft) : []),
      ];
    },
    onMisshapen: (given) => {
      if (given !== undefined) latest ??= mendDraft(draftIn(given));
    },
    attemptMs,
    signal,
  })
    .then(mendDraft)
    .catch(async (cause) => {
      if (stateOf(cause).state === 'unusable') await onRefused?.(latest ?? draftIn(undefined));
      throw generationFailed(cause);
    });
};
