import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type OutputOf, useRead } from '../api/client.ts';
import { failureTextOf } from '../api/failure.ts';
import { Moment } from '../ui/page.tsx';
import { quizTexts as texts } from './texts.ts';

type Today = OutputOf<'quiz.today'>;

/** The state of today's quiz. It polls, because the service sends no hint at noon. */
export const useQuizOfToday = () =>
  useRead('quiz.today', undefined, { refetchInterval: 30_000 }).data;

/** Returns true if editors have to be told: readers have no quiz, or the last attempt at it failed. */
export const isAlarming = ({ missing, lastFailure }: Today): boolean =>
  missing || lastFailure !== null;

/**
 * A prominent warning that readers have no quiz today or that its draft failed, with the reason and the
 * possible actions.
 * @param openId the quiz that the page shows; empty if it shows none, undefined on other screens
 */
export const NoQuizToday = ({ openId, children }: { openId?: string; children?: ReactNode }) => {
  const today = useQuizOfToday();
  if (!today || !isAlarming(today)) return null;
  const { missing, reason, lastFailure, findings, held, quizId } = today;
  const title = missing ? texts.noQuiz : texts.draftFailed;
  return (
    <section role="alert" className="warning stack" aria-label={title}>
      <h2>{title}</h2>
      {reason && (
        <p>
          {whyOf(today)} {findings.slice(0, 3).map(texts.finding).join(' ')}
        </p>
      )}
      {lastFailure && (
        <p>
          {texts.failedAt} <Moment at={lastFailure.at} />, {texts.failures[lastFailure.reason]}{' '}
          {lastFailure.edition && `${texts.fromEdition(lastFailure.edition)}.`}
        </p>
      )}
      {held && <p>{texts.dayHeld(held.reason)}</p>}
      <div className="line">
        {quizId === null
          ? openId === undefined && <Link to="/quiz">{texts.toQuiz}</Link>
          : quizId !== openId && (
              <Link to="/quiz/$id" params={{ id: quizId }}>
                {texts.openDraft}
              </Link>
            )}
        {children}
      </div>
    </section>
  );
};

/** Why readers have no quiz; a failed attempt is told apart. */
const whyOf = ({ reason, error, lastFailure }: Today): string | null => {
  if (reason === null) return null;
  if (reason !== 'failed') return texts.noQuizWhy[reason];
  return lastFailure ? null : failureTextOf(error);
};
