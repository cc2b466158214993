import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../api/client.ts';
import { failureTextOf } from '../api/failure.ts';
import { quizTexts as texts } from './texts.ts';

/** The state of today's quiz. It polls, because the service sends no hint at noon. */
export const useQuizOfToday = () =>
  useQuery({ ...read('quiz.today'), refetchInterval: 30_000 }).data;

/** A prominent warning that readers have no quiz today, with the reason and the possible actions. */
export const NoQuizToday = ({ children }: { children?: ReactNode }) => {
  const today = useQuizOfToday();
  if (!today?.missing || !today.reason) return null;
  const { reason, error, findings, quizId } = today;
  return (
    <section role="alert" className="warning stack" aria-label={texts.noQuiz}>
      <h2>{texts.noQuiz}</h2>
      <p>
        {reason === 'failed' ? failureTextOf(error) : texts.noQuizWhy[reason]}{' '}
        {findings.slice(0, 3).map(texts.finding).join(' ')}
      </p>
      <div className="line">
        {quizId === null ? (
          <Link to="/quiz">{texts.toQuiz}</Link>
        ) : (
          <Link to="/quiz/$id" params={{ id: quizId }}>
            {texts.openDraft}
          </Link>
        )}
        {children}
      </div>
    </section>
  );
};
