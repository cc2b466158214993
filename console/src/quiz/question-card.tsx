import type { ReactNode } from 'react';
import styles from './quiz.module.css';
import { quizTexts as texts } from './texts.ts';

/** What the questions of a quiz get from what is around them. */
export interface QuestionsProps {
  /** The index of each question's sentence in the edition. */
  passages: readonly (number | undefined)[];
  current: number;
  /** Called when a question gets the focus. */
  onChoose: (question: number) => void;
}

/** A question that can have the focus: Enter goes to its first text, Escape back. */
export const QuestionCard = ({
  index,
  onChoose,
  children,
}: {
  index: number;
  onChoose: (question: number) => void;
  children: ReactNode;
}) => (
  <article
    aria-label={texts.number(index + 1)}
    data-question={index}
    tabIndex={-1}
    className={`stack box ${styles.question}`}
    onFocus={() => onChoose(index)}
    onKeyDown={(event) => {
      const { key, target, currentTarget } = event;
      if (key === 'Escape') currentTarget.focus();
      if (key !== 'Enter' || target !== currentTarget) return;
      event.preventDefault();
      currentTarget.querySelector('textarea')?.focus();
    }}
  >
    <h3>{texts.number(index + 1)}</h3>
    {children}
  </article>
);

/** Moves the focus to a question, and with it the edition's text to its passage. */
export const focusQuestion = (question: number): void => {
  const article = document.querySelector<HTMLElement>(`[data-question="${question}"]`);
  article?.focus({ preventScroll: true });
  article?.scrollIntoView({ block: 'nearest' });
};
