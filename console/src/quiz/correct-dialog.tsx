import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWrite, write } from '../api/client.ts';
import { failureText } from '../api/failure.ts';
import { refresh } from '../api/refresh.ts';
import { toast } from '../app/toasts.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field } from '../parts/page.tsx';
import { Select } from '../parts/select.tsx';
import { quizTexts as texts } from '../texts/quiz.ts';
import { lengths, type Question, type Quiz } from './draft-fields.ts';

/** Corrects a question that readers answered, once it is seen how many attempts gain by it. */
export const CorrectDialog = ({
  quiz: { id, revision },
  question: { id: questionId, options, ...stored },
  onClose,
}: {
  quiz: Quiz;
  question: Question;
  onClose: () => void;
}) => {
  const queries = useQueryClient();
  const [correctAnswer, setCorrectAnswer] = useState(stored.correctAnswer);
  const correct = useWrite('quiz.correct');
  const counted = { id, revision, questionId, correctAnswer };
  const { data: preview, ...count } = useQuery({
    queryKey: ['quiz.correct', counted],
    queryFn: () => write('quiz.correct', { ...counted, dryRun: true }),
    // Readers go on answering.
    gcTime: 0,
  });
  const confirm = (form: FormData) =>
    correct.mutate(
      {
        ...counted,
        question: String(form.get('question')),
        explanation: String(form.get('explanation')),
        expected: preview?.regraded,
      },
      {
        onSuccess: () => {
          toast(texts.corrected);
          onClose();
        },
        onError: () => refresh(queries),
      },
    );
  return (
    <ConfirmDialog
      title={texts.correctTitle(stored.position)}
      confirm={texts.correct}
      busy={count.isFetching || count.isError || correct.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Select
        label={texts.names.correct}
        options={options.map((option) => [option, option])}
        value={correctAnswer}
        onChange={setCorrectAnswer}
      />
      {(['question', 'explanation'] as const).map((name) => (
        <Field key={name} label={texts.names[name]}>
          <textarea name={name} required maxLength={lengths[name]} defaultValue={stored[name]} />
        </Field>
      ))}
      <p role="status">
        {count.isError && failureText(count.error)}
        {count.isFetching
          ? texts.counting
          : preview && texts.preview(preview.regraded, preview.passed)}
      </p>
    </ConfirmDialog>
  );
};
