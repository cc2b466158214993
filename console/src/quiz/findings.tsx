import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { write } from '../api/client.ts';
import { Button } from '../ui/page.tsx';
import type { DraftFields } from './draft-fields.ts';
import styles from './quiz.module.css';
import { quizTexts as texts } from './texts.ts';

const pauseMs = 400;

export interface FindingsOfDraft {
  /** What stands against publishing. */
  findings: readonly string[];
  warnings: readonly string[];
}

/** What the service's checks say of the draft as it is written, a moment after the last key. */
export const useFindings = (id: string, { edit }: DraftFields): FindingsOfDraft => {
  const written = JSON.stringify(edit);
  const [checked, setChecked] = useState(written);
  useEffect(() => {
    const timer = setTimeout(() => setChecked(written), pauseMs);
    return () => clearTimeout(timer);
  }, [written]);
  const { data } = useQuery({
    queryKey: ['quiz.edit', { id, checked }],
    queryFn: () => {
      const asked: DraftFields['edit'] = JSON.parse(checked);
      return write('quiz.edit', { ...asked, id, dryRun: true });
    },
    placeholderData: keepPreviousData,
  });
  return data ?? { findings: [], warnings: [] };
};

/** All that stands against publishing, each with the way to its question. */
export const Standing = ({
  refused,
  found: { findings, warnings },
  onGo,
}: {
  refused: boolean;
  found: FindingsOfDraft;
  onGo: (question: number) => void;
}) => {
  if (findings.length + warnings.length === 0) return null;
  const list = (found: readonly string[]) => (
    <ul>
      {found.map((finding) => {
        const question = texts.questionOf(finding);
        const text = texts.finding(finding);
        return (
          <li key={finding}>
            {question === undefined ? text : <Button text={text} onClick={() => onGo(question)} />}
          </li>
        );
      })}
    </ul>
  );
  return (
    <section aria-label={texts.findings} className={`warning stack ${styles.standing}`}>
      {refused && <p>{texts.refused}</p>}
      {findings.length > 0 && list(findings)}
      {warnings.length > 0 && (
        <>
          <strong>{texts.warnings}</strong>
          {list(warnings)}
        </>
      )}
    </section>
  );
};
