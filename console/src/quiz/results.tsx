import type { UseQueryResult } from '@tanstack/react-query';
import type { OutputOf } from '../api/client.ts';
import { Actions } from '../ui/actions.tsx';
import { Bars } from '../ui/charts/chart.tsx';
import { numberText, percentText, roundText } from '../ui/format/figures.ts';
import { Facts, Loaded, Moment } from '../ui/page.tsx';
import { Share, Table } from '../ui/table.tsx';
import { annulmentOf, correctionOf } from './correction.tsx';
import type { Question, Quiz } from './draft-fields.ts';
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
        <p className="small muted">
          {texts.countedAt} <Moment at={data.countedAt} />
        </p>
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
      end: question.annulled
        ? texts.annulled
        : statistics && statistics.attempts > 0 && <Rate result={statistics.questions[index]} />,
      acts: (
        <Actions
          actions={[{ ...correctionOf(quiz, question), keys: index === current ? 'c' : undefined }]}
        />
      ),
    })}
  >
    {(question, index) => (
      <>
        <Answers
          result={statistics?.questions[index]}
          attempts={statistics?.attempts ?? 0}
          question={question}
        />
        {!question.annulled && <Actions actions={[annulmentOf(quiz, question)]} />}
      </>
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
  const chart = { unit: texts.attempts, series: [texts.attempts], range } as const;
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
        <Bars {...chart} title={texts.byHour} axis={texts.hour} points={hours.slice(firstHour)} />
      )}
      <Bars
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
  question: { correctAnswer, formerAnswers },
}: {
  result: Result | undefined;
  attempts: number;
  question: Question;
}) =>
  result && (
    <>
      {misleads(result) && <strong className="warning">{texts.misleads}</strong>}
      <Table
        label={attempts > 0 ? texts.rate(percentText(result.correctRate)) : texts.noAttempts}
        items={result.options}
        keyOf={({ text }) => text}
        columns={{
          [texts.answer]: ({ text }) => {
            if (text === correctAnswer) return `✓ ${text}`;
            return formerAnswers.includes(text) ? `${text} (${texts.former})` : text;
          },
          [texts.chosen]: ({ chosen }) => (
            <Share
              isBar
              of={chosen / (attempts || 1)}
              text={percentText(chosen / (attempts || 1))}
            />
          ),
        }}
      />
    </>
  );
