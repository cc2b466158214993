import type { QuizFailureReason } from '../../../contract/index.ts';
import { insertHint } from '../../../db/hints/hints.ts';
import * as days from '../../../db/quiz/days.ts';
import { NewsletterError } from '../../clients/newsletter.ts';
import { type CheckedContext, inTransaction } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';

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

/** Returns why a generation failed; undefined for a refusal or a fault of this service. */
const reasonOf = ({ code, cause, state }: AppError): QuizFailureReason | undefined => {
  switch (code) {
    case 'no-edition-available':
      return cause instanceof UnusableEdition ? cause.reason : 'no-edition';
    case 'newsletter-unavailable':
      return cause instanceof NewsletterError && cause.isMalformed
        ? 'edition-malformed'
        : 'newsletter-unavailable';
    case 'quiz-generation-failed':
      return state === 'unusable' ? 'quiz-refused' : 'model-unavailable';
    default:
      return undefined;
  }
};

const editionOf = ({ cause }: AppError): string | undefined =>
  cause instanceof UnusableEdition || cause instanceof NewsletterError ? cause.edition : undefined;

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
  const reason = error instanceof AppError ? reasonOf(error) : undefined;
  if (!(error instanceof AppError) || !reason) return;
  const title = (edition ?? editionOf(error))?.replaceAll('\u0000', '') ?? null;
  await inTransaction(ctx, async (tx) => {
    await days.updateFailure(tx.db, quizDate, { at: tx.now(), reason, edition: title });
    await insertHint(tx.db, 'quiz:today');
  });
};
