import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { type OutputOf, useDryRun, write } from '../api/client.ts';
import { type Action, Actions, Counted } from '../ui/actions.tsx';
import { Chart } from '../ui/charts/chart.tsx';
import { Field, Select } from '../ui/form.tsx';
import { Age } from '../ui/format/age.tsx';
import { numberText, percentText, roundText } from '../ui/format/figures.ts';
import { Facts, Loaded } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { lengths, type Question, type Quiz } from './draft-fields.ts';
import type { QuestionsProps } from './question-card.tsx';
import { ReadQuiz } from './read-quiz.tsx';
import { quizTexts as texts } from './texts.ts';

type Statistics = OutputOf<'quiz.statistics'>;
type Result = Statistics['questions'][number];

/** The share of correct answers to a question, or a warning that the question misleads. */
const Rate = ({ result }: { result: Result | undefined }) => {
  if (!result) return null;
  const rate = percentText(result.correctRate);
  if (!misleads(result)) return texts.rate(rate);
  return (
    <span className="state" data-tone="ask">
      {texts.misleadsBy(rate)}
    </span>
  );
};

/** The misleading questions, as sentences like those of the checks. */
export const misleadingOf = (statistics: Statistics | undefined): string[] =>
  (statistics?.questions ?? []).flatMap((one, at) =>
    misleads(one) ? [texts.misleadingQuestion(at, percentText(one.correctRate))] : [],
  );

/** Returns true if a wrong option was chosen more often than all right options together. */
const misleads = ({ options }: Result): boolean => {
  const right = options.reduce((sum, { correct, chosen }) => sum + (correct ? chosen : 0), 0);
  return options.some(({ correct, chosen }) => !correct && chosen > right);
};

/** Attempts by hour and by correct answers. */
export const Results = ({ query, range }: { query: UseQueryResult<Statistics>; range: string }) => (
  <Loaded query={query}>
    {(data) => (
      <div className="stack">
        <Age at={query.dataUpdatedAt} />
        <Figures statistics={data} range={range} />
      </div>
    )}
  </Loaded>
);

/** The questions, each with the options that readers chose. */
export const Answered = ({
  quiz,
  statistics,
  current,
  onChoose,
}: QuestionsProps & { quiz: Quiz; statistics: Statistics | undefined }) => (
  <ReadQuiz
    quiz={quiz}
    onChoose={onChoose}
    rowOf={(question, index) => ({
      end: statistics && statistics.attempts > 0 && <Rate result={statistics.questions[index]} />,
      acts: (
        <Actions
          actions={[{ ...correctionOf(quiz, question), keys: index === current ? 'c' : undefined }]}
        />
      ),
    })}
  >
    {({ correctAnswer }, index) => (
      <Answers
        result={statistics?.questions[index]}
        attempts={statistics?.attempts ?? 0}
        right={correctAnswer}
      />
    )}
  </ReadQuiz>
);

const Figures = ({
  statistics: { attempts, ...found },
  range,
}: {
  statistics: Statistics;
  range: string;
}) => {
  if (attempts === 0) return <p>{texts.noAttempts}</p>;
  const hours = found.attemptsByHour.map((n, hour) => [`${hour} h`, n] as const);
  const firstHour = hours.findIndex(([, n]) => n > 0);
  const chart = { unit: texts.attempts, kind: 'bars', series: [texts.attempts], range } as const;
  const misleading = found.questions.flatMap((one, at) =>
    misleads(one) ? [texts.number(at + 1)] : [],
  );
  return (
    <section aria-label={texts.statistics} className="stack">
      <Facts
        facts={[
          [texts.figures.attempts, numberText(attempts)],
          [texts.figures.passed, percentText(found.passed / attempts)],
          [texts.figures.average, roundText(found.averageCorrect)],
          [texts.figures.misleading, misleading.join(', ') || texts.none],
        ]}
      />
      {firstHour >= 0 && (
        <Chart {...chart} title={texts.byHour} axis={texts.hour} points={hours.slice(firstHour)} />
      )}
      <Chart
        {...chart}
        title={texts.byScore}
        axis={texts.score}
        points={found.distribution.map((n, score) => [String(score), n])}
      />
    </section>
  );
};

/** The options of a question, each with the share of readers who chose it. */
const Answers = ({
  result,
  attempts,
  right,
}: {
  result: Result | undefined;
  attempts: number;
  right: string;
}) =>
  result && (
    <>
      {misleads(result) && <strong className="warning">{texts.misleads}</strong>}
      <Table
        label={attempts > 0 ? texts.rate(percentText(result.correctRate)) : texts.noAttempts}
        items={result.options}
        keyOf={({ text }) => text}
        columns={{
          [texts.answer]: ({ text, correct }) =>
            text === right ? `✓ ${text}` : correct ? `${text} (${texts.former})` : text,
          [texts.chosen]: ({ chosen }) => (
            <>
              {percentText(chosen / (attempts || 1))}{' '}
              <meter aria-label={texts.chosen} max={attempts || 1} value={chosen} />
            </>
          ),
        }}
      />
    </>
  );

const correctionOf = ({ id, revision }: Quiz, question: Question): Action => {
  const change = { id, revision, questionId: question.id };
  return {
    text: texts.correct,
    title: texts.correctTitle(question.position),
    asks: <Correction change={change} stored={question} />,
    confirm: texts.correct,
    run: ({ expected, seen, ...fields }) =>
      write('quiz.correct', {
        ...change,
        ...fields,
        revision: Number(seen),
        expected: Number(expected),
      }),
    done: texts.corrected,
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
  const [correctAnswer, setCorrectAnswer] = useState(stored.correctAnswer);
  // The service refuses a correction of another revision than the one at the dialog's opening.
  const [revision] = useState(change.revision);
  const counted = { ...change, revision, correctAnswer };
  const count = useDryRun('quiz.correct', { ...counted, dryRun: true });
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
      <input type="hidden" name="seen" value={revision} />
      <input type="hidden" name="correctAnswer" value={correctAnswer} />
      <Counted query={count}>
        {({ regraded, passed }) => (
          <>
            <input type="hidden" name="expected" value={regraded} />
            {texts.preview(regraded, passed)}
          </>
        )}
      </Counted>
    </>
  );
};
