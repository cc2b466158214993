import { useEffect, useRef } from 'react';
import { Button } from '../ui/page.tsx';
import styles from './quiz.module.css';
import { quizTexts as texts } from './texts.ts';

/**
 * The text of an edition with the passage of each question marked. It scrolls to the current question's
 * passage.
 */
export const Edition = ({
  title,
  sentences,
  passages,
  current,
  onChoose,
}: {
  title: string;
  sentences: readonly string[];
  passages: readonly (number | undefined)[];
  current: number;
  onChoose: (question: number) => void;
}) => {
  const box = useRef<HTMLElement>(null);
  const passage = passages[current];
  useEffect(() => {
    const mark = box.current?.querySelector<HTMLElement>(`[data-sentence="${passage}"]`);
    if (!box.current || !mark) return;
    box.current.scrollTo({ top: mark.offsetTop - box.current.clientHeight / 3 });
  }, [passage]);
  return (
    <section
      ref={box}
      aria-label={texts.edition}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
      tabIndex={0}
      className={`stack ${styles.edition}`}
    >
      {title !== '' && <h3>{texts.fromEdition(title)}</h3>}
      {sentences.length === 0 && <p>{texts.noEdition}</p>}
      <p>
        {sentences.map((sentence, index) => {
          const standing = passages.flatMap((one, question) => (one === index ? [question] : []));
          if (standing.length === 0) return sentence;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
            <mark key={index} data-sentence={index} aria-current={index === passage || undefined}>
              {standing.map((question) => (
                <Button
                  text={String(question + 1)}
                  key={question}
                  aria-label={texts.toQuestion(question + 1)}
                  onClick={() => onChoose(question)}
                />
              ))}
              {sentence}
            </mark>
          );
        })}
      </p>
    </section>
  );
};
