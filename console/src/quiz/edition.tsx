import { useEffect, useMemo, useRef } from 'react';
import { quizTexts as texts } from '../texts/quiz.ts';
import { type Asked, findPassages, sentencesOf } from './passages.ts';
import styles from './quiz.module.css';

/** Finds the sentence of an edition that each question stands on. */
export const usePassages = (text: string | null, questions: readonly Asked[]) => {
  const lines = useMemo(() => sentencesOf(text ?? ''), [text]);
  const asked = JSON.stringify(questions);
  const passages = useMemo(() => findPassages(lines.flat(), JSON.parse(asked)), [lines, asked]);
  return { lines, passages };
};

/** The text of an edition with the passages of the questions marked. It scrolls to that of the current question. */
export const Edition = ({
  title,
  lines,
  passages,
  current,
  onChoose,
}: {
  title: string;
  lines: readonly (readonly string[])[];
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
  let index = -1;
  return (
    <section
      ref={box}
      aria-label={texts.edition}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
      tabIndex={0}
      className={`stack ${styles.edition}`}
    >
      <h3>{title}</h3>
      {lines.flat().length === 0 && <p>{texts.noEdition}</p>}
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
        <p key={at}>
          {line.map((sentence) => {
            index += 1;
            const here = index;
            const standing = passages.flatMap((one, question) => (one === here ? [question] : []));
            if (standing.length === 0) return sentence;
            return (
              <mark key={here} data-sentence={here} aria-current={here === passage || undefined}>
                {sentence}
                {standing.map((question) => (
                  <button
                    key={question}
                    type="button"
                    className="quiet"
                    aria-label={texts.toQuestion(question + 1)}
                    onClick={() => onChoose(question)}
                  >
                    {question + 1}
                  </button>
                ))}
              </mark>
            );
          })}
        </p>
      ))}
    </section>
  );
};
