import { type ReactNode, useState } from 'react';
import styles from './quiz.module.css';
import { quizTexts as texts } from './texts.ts';

/** Props that all question cards share. */
export interface QuestionsProps {
  /** The index of each question's sentence in the edition. */
  passages: readonly (number | undefined)[];
  current: number;
  /** Called when a question gets the focus. */
  onChoose: (question: number) => void;
}

/**
 * A card of a question. Enter opens it and focuses its first field; Escape returns to the card, and a second
 * Escape folds it.
 */
export const QuestionCard = ({
  index,
  text,
  end,
  acts,
  isOpen: startsOpen,
  onChoose,
  children,
}: {
  index: number;
  text: string;
  /** Content at the end of the row. */
  end: ReactNode;
  acts?: ReactNode;
  isOpen?: boolean;
  onChoose: (question: number) => void;
  children: ReactNode;
}) => {
  const [isOpen] = useState(startsOpen);
  return (
    <article
      aria-label={texts.number(index + 1)}
      data-question={index}
      tabIndex={-1}
      className={styles.folded}
      onFocus={() => onChoose(index)}
      onKeyDown={(event) => {
        const { key, target, currentTarget } = event;
        if (key === 'Escape' && target === currentTarget) fold(currentTarget, true);
        if (key === 'Escape') currentTarget.focus();
        if (key !== 'Enter' || target !== currentTarget) return;
        event.preventDefault();
        fold(currentTarget, false);
        currentTarget.querySelector('textarea')?.focus();
      }}
    >
      <details open={isOpen}>
        <summary>
          <span aria-hidden>{index + 1}</span>
          <h3 className="clip">
            <span>{texts.number(index + 1)}</span>
            <span>{text || texts.blankQuestion}</span>
          </h3>
          <span className="small clip">{end}</span>
        </summary>
        <div className="stack">{children}</div>
      </details>
      <div className={styles.acts}>{acts}</div>
    </article>
  );
};

const fold = (article: HTMLElement, isFolded: boolean): void =>
  void article.querySelector('details')?.toggleAttribute('open', !isFolded);

/** Focuses a question, opens it if asked, and scrolls the edition to its passage. */
export const focusQuestion = (question: number, open = false): void => {
  const article = document.querySelector<HTMLElement>(`[data-question="${question}"]`);
  if (!article) return;
  if (open) fold(article, false);
  article.focus({ preventScroll: true });
  article.scrollIntoView({ block: 'nearest' });
};
