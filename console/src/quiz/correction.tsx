import { useState } from 'react';
import { type InputOf, useDryRun, write } from '../api/client.ts';
import { type Action, Counted } from '../ui/actions.tsx';
import { Field, Input, Select } from '../ui/form.tsx';
import { lengths, type Question, type Quiz } from './draft-fields.ts';
import { quizTexts as texts } from './texts.ts';

/** Corrects texts and the right answer of a published question. */
export const correctionOf = ({ id, revision }: Quiz, question: Question): Action => {
  const change = { id, revision, questionId: question.id };
  return {
    text: texts.correct,
    title: texts.correctTitle(question.position),
    asks: <Correction change={change} stored={question} />,
    run: ({ expected, right, question: text, explanation, ...written }) => {
      const options = question.options.map((option, at) => written[`option${at}`] ?? option);
      const isMended = options.some((option, at) => option !== question.options[at]);
      return write('quiz.correct', {
        ...change,
        question: text,
        explanation,
        ...(isMended && { options }),
        correctAnswer: options[Number(right)],
        expected: Number(expected),
      });
    },
    done: texts.corrected,
  };
};

/** Counts a published question as right for everybody. */
export const annulmentOf = (
  { id, revision }: Quiz,
  { id: questionId, position }: Question,
): Action => {
  const change = { id, revision, questionId, annul: true };
  return {
    text: texts.annul,
    title: texts.annulTitle(position),
    look: 'danger',
    asks: (
      <>
        <p>{texts.annulAsks}</p>
        <Preview correction={change} />
      </>
    ),
    run: ({ expected }) => write('quiz.correct', { ...change, expected: Number(expected) }),
    done: texts.annulDone,
  };
};

/** The fields of a correction, and the number of attempts that gain from it. */
const Correction = ({
  change,
  stored,
}: {
  change: { id: string; revision: number; questionId: string };
  stored: Question;
}) => {
  const [right, setRight] = useState(stored.options.indexOf(stored.correctAnswer));
  return (
    <>
      <Select
        label={texts.names.correct}
        name="right"
        options={stored.options.map((option, at) => [String(at), option])}
        value={String(right)}
        onChange={(at) => setRight(Number(at))}
      />
      {/* A mended option moves no attempt, so it is not counted at each key press. */}
      <Preview correction={{ ...change, correctAnswer: stored.options[right] }} />
      {stored.options.map((option, at) => (
        <Input
          key={option}
          label={texts.option(at + 1)}
          name={`option${at}`}
          required
          maxLength={lengths.option}
          defaultValue={option}
        />
      ))}
      {(['question', 'explanation'] as const).map((name) => (
        <Field key={name} label={texts.names[name]}>
          <textarea name={name} required maxLength={lengths[name]} defaultValue={stored[name]} />
        </Field>
      ))}
      <p>{texts.correctFinal}</p>
    </>
  );
};

/** What a correction would change. */
const Preview = ({ correction }: { correction: InputOf<'quiz.correct'> }) => (
  <Counted query={useDryRun('quiz.correct', { ...correction, dryRun: true })} expected="regraded">
    {({ regraded, passed, days }) => texts.preview(regraded, passed, days)}
  </Counted>
);
