import { z } from 'zod';
import { insertHint } from '../../../db/hints/hints.ts';
import * as days from '../../../db/quiz/days.ts';
import { type CheckedContext, inTransaction } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { QuizFailureReason } from '../outputs.ts';

/** The edition has too little text for a quiz. */
export class UnusableEdition extends Error {
  override name = 'UnusableEdition';
  readonly reason: 'edition-empty' | 'edition-too-short';
  readonly edition: string;

  constructor(reason: UnusableEdition['reason'], edition: string) {
    super(reason);
    this.reason = reason;
    this.edition = edition;
  }
}

/** An error of the newsletter's client or an unusable edition. */
const Cause = z.object({ reason: QuizFailureReason, edition: z.string().optional() });

type Failure = z.output<typeof Cause>;

/** Returns why a generation failed; undefined for a refusal or a fault of this service. */
const failureOf = (error: unknown): Failure | undefined => {
  if (!(error instanceof AppError)) return undefined;
  const { data } = Cause.safeParse(error.cause);
  switch (error.code) {
    case 'no-edition-available':
      return data ?? { reason: 'no-edition' };
    case 'newsletter-unavailable':
      return data ?? { reason: 'newsletter-unavailable' };
    case 'quiz-generation-failed':
      return { reason: error.state === 'unusable' ? 'quiz-refused' : 'model-unavailable' };
    default:
      return undefined;
  }
};

/**
 * Stores why the last attempt at a day's quiz failed, and has open pages show it.
 * @param edition the title of the edition, if the newsletter returned one
 */
export const noteFailure = async (
  ctx: CheckedContext,
  quizDate: string,
  error: unknown,
  edition?: string,
): Promise<void> => {
  const failure = failureOf(error);
  if (!failure) return;
  const title = (edition ?? failure.edition)?.replaceAll('\u0000', '') ?? null;
  await inTransaction(ctx, async (tx) => {
    const { reason } = failure;
    await days.updateFailure(tx.db, quizDate, { at: tx.now(), reason, edition: title });
    await insertHint(tx.db, 'quiz:today');
  });
};
