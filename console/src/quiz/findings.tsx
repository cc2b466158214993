import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { write } from '../api/client.ts';
import { Button } from '../ui/page.tsx';
import type { DraftFields } from './draft-fields.ts';
import styles from './quiz.module.css';
import { quizTexts as texts } from './texts.ts';

const pauseMs = 400;

export interface FindingsOfDraft {
  /** Reasons why the draft cannot be published. */
  findings: readonly string[];
  warnings: readonly string[];
}

/** Checks the draft at the service shortly after the last keystroke, and returns the findings. */
export const useFindings = (id: string, { edit }: DraftFields): FindingsOfDraft => {
  const { data } = useQuery({
    queryKey: ['quiz.edit', { id, edit }],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      // Something else was typed meanwhile.
      signal.throwIfAborted();
      return write('quiz.edit', { ...edit, id, dryRun: true });
    },
    placeholderData: (before) => before,
  });
  return data ?? { findings: [], warnings: [] };
};

/** Findings in titled groups. Each finding links to its question. */
export const Standing = ({
  label,
  found: groups,
  onGo,
}: {
  label: string;
  found: readonly (readonly [title: string | undefined, found: readonly string[]])[];
  onGo: (question: number) => void;
}) => {
  const shown = groups.filter(([, found]) => found.length > 0);
  if (shown.length === 0) return null;
  return (
    <section aria-label={label} className={`warning stack ${styles.standing}`}>
      {shown.map(([title, found]) => (
        <Fragment key={title ?? ''}>
          {title && <strong>{title}</strong>}
          <ul>
            {found.map((finding) => {
              const question = texts.questionOf(finding);
              const text = texts.finding(finding);
              return (
                <li key={finding}>
                  {question === undefined ? (
                    text
                  ) : (
                    <Button text={text} onClick={() => onGo(question)} />
                  )}
                </li>
              );
            })}
          </ul>
        </Fragment>
      ))}
    </section>
  );
};
