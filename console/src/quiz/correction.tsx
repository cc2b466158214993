import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { write } from '../api/client.ts';
import { failureText } from '../api/failure.ts';
import type { Action } from '../parts/actions.tsx';
import { useBlocked } from '../parts/confirm-dialog.tsx';
import { Field } from '../parts/page.tsx';
import { Select } from '../parts/select.tsx';
import { quizTexts as texts } from '../texts/quiz.ts';
import { lengths, type Question, type Quiz } from './draft-fields.ts';

/** Corrects a question that readers answered. */
export const correctionOf = ({ id, revision }: Quiz, question: Question): Action => {
  const change = { id, revision, questionId: question.id };
  return {
    text: texts.correct,
    title: texts.correctTitle(question.position),
    asks: <Correction change={change} stored={question} />,
    confirm: texts.correct,
    run: ({ expected, ...fields }) =>
      write('quiz.correct', { ...change, ...fields, expected: Number(expected) }),
    done: texts.corrected,
  };
};

/** The fields, and how many attempts gain by the right answer. */
const Correction = ({
  change,
  stored,
}: {
  change: { id: string; revision: number; questionId: string };
  stored: Question;
}) => {
  const [correctAnswer, setCorrectAnswer] = useState(stored.correctAnswer);
  const counted = { ...change, correctAnswer };
  const { data, error, isFetching } = useQuery({
    queryKey: ['quiz.correct', counted],
    queryFn: () => write('quiz.correct', { ...counted, dryRun: true }),
    // Readers go on answering.
    gcTime: 0,
  });
  useBlocked(isFetching || error !== null);
  return (
    <>
      <Select
        label={texts.names.correct}
        options={stored.options.map((option) => [option, option])}
        value={correctAnswer}
        onChange={setCorrectAnswer}
      />
      {(['question', 'explanation'] as const).map((name) => (
        <Field key={name} label={texts.names[name]}>
          <textarea name={name} required maxLength={lengths[name]} defaultValue={stored[name]} />
        </Field>
      ))}
      <input type="hidden" name="correctAnswer" value={correctAnswer} />
      <input type="hidden" name="expected" value={data?.regraded} />
      <p role="status">
        {isFetching ? texts.counting : data && texts.preview(data.regraded, data.passed)}
        {error && failureText(error)}
      </p>
    </>
  );
};
