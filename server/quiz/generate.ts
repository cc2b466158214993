import * as quizzes from '../../db/quiz.ts';
import { civilDayOf } from '../civil-time.ts';
import type { Edition } from '../clients/newsletter.ts';
import { type Context, inTransaction, type TxContext } from '../context.ts';
import { AppError, refusing } from '../errors.ts';
import { finishDraft, problemsOf, QuizDraft, quizInstructions, quizMaterial } from './draft.ts';
import { editionText } from './edition-text.ts';

/** How long the language model may take. */
export interface ModelPatience {
  attemptMs: number;
  /** For the whole generation, the newsletter included. */
  deadlineMs: number;
}

const patience: ModelPatience = { attemptMs: 60_000, deadlineMs: 120_000 };
const fewestCharacters = 200;

/** How a quiz is to be generated. */
export interface Generation {
  /** Puts the new quiz in the place of the day's quiz, if there is one that nobody has attempted. Default false. */
  overwrite?: boolean | undefined;
  patience?: ModelPatience | undefined;
  /** Gives the generation up. */
  signal?: AbortSignal;
  /** The transaction in which to store the quiz. Default: one of its own. */
  publish?: <T>(work: (tx: TxContext) => Promise<T>) => Promise<T>;
}

/**
 * Generates the quiz of today (São Paulo) from the latest edition of the newsletter and answers its id (specification §4.6).
 * Nothing is stored unless all of it went well.
 *
 * @throws AppError `quiz-already-generated`, `quiz-attempted` (overwriting), `no-edition-available`, `newsletter-unavailable`,
 *   `quiz-generation-failed`
 */
export const generateQuiz = async (ctx: Context, generation: Generation = {}): Promise<string> => {
  const quizDate = civilDayOf(ctx.now());
  const overwrite = generation.overwrite ?? false;
  const existing = await quizzes.findQuizIdByDate(ctx.db, quizDate);
  if (existing && !overwrite) throw new AppError('quiz-already-generated');
  if (existing && (await quizzes.hasAttempts(ctx.db, existing)))
    throw new AppError('quiz-attempted');
  const { attemptMs, deadlineMs } = generation.patience ?? patience;
  const deadline = AbortSignal.timeout(deadlineMs);
  const signal = generation.signal ? AbortSignal.any([deadline, generation.signal]) : deadline;
  const { edition, text } = await readEdition(ctx, signal);
  const draft = await askForDraft(ctx, { edition, text, attemptMs, signal });
  const publish = generation.publish ?? ((work) => inTransaction(ctx, work));
  return refusing(
    {
      quizzes_quiz_date_key: 'quiz-already-generated',
      quiz_attempts_quiz_id_fkey: 'quiz-attempted',
    },
    () =>
      publish(async ({ db }) => {
        if (overwrite) await quizzes.deleteQuizByDate(db, quizDate);
        return quizzes.insertQuiz(db, {
          ...finishDraft(draft),
          quizDate,
          editionId: edition.id,
          editionTitle: edition.title.replaceAll('\u0000', ''),
        });
      }),
  );
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
  if (text.length < fewestCharacters) {
    ctx.log.warn({ edition: edition.id }, 'the latest edition holds too little text for a quiz');
    throw new AppError('no-edition-available');
  }
  return { edition, text };
};

const askForDraft = (
  ctx: Context,
  {
    edition,
    text,
    attemptMs,
    signal,
  }: { edition: Edition; text: string; attemptMs: number; signal: AbortSignal },
): Promise<QuizDraft> =>
  ctx.llm
    .ask({
      instructions: quizInstructions,
      material: { label: 'edicao', text: quizMaterial(edition, text) },
      answer: { name: 'quiz', schema: QuizDraft },
      check: problemsOf,
      attemptMs,
      signal,
    })
    .catch((cause) => {
      throw new AppError('quiz-generation-failed', { cause });
    });
