import type { UseQueryResult } from '@tanstack/react-query';
import type { OutputOf } from '../api/client.ts';
import { Actions } from '../ui/actions.tsx';
import { Bars } from '../ui/charts/chart.tsx';
import { numberText, percentText, roundText } from '../ui/format/figures.ts';
import { Facts, Loaded, Moment } from '../ui/page.tsx';
import { Share, Table } from '../ui/table.tsx';
import { annulmentOf, correctionOf } from './correction.tsx';
import { isDraft } from './decisions.tsx';
import type { Question, Quiz } from './draft-fields.ts';
import { QuestionCard, type QuestionsProps } from './question-card.tsx';
import { quizTexts as texts } from './texts.ts';

type Statistics = OutputOf<'quiz.statistics'>;
type Result = Statistics['questions'][number];

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

/** Attempts by correct answers. */
export const Results = ({ query, range }: { query: UseQueryResult<Statistics>; range: string }) => (
  <Loaded query={query}>
    {({ countedAt, attempts, passed, averageCorrect, distribution }) => (
      <section aria-label={texts.statistics} className="stack">
        <p className="small">
          {texts.countedAt} <Moment at={countedAt} />
        </p>
        {attempts === 0 ? (
          <p>{texts.noAttempts}</p>
        ) : (
          <>
            <Facts
              facts={[
                [texts.figures.attempts, numberText(attempts)],
                [texts.figures.passed, percentText(passed / attempts)],
                [texts.figures.average, roundText(averageCorrect)],
              ]}
            />
            <Bars
              title={texts.byScore}
              axis={texts.score}
              unit={texts.attempts}
              series={[texts.attempts]}
              range={range}
              points={distribution.map((n, score) => [String(score), n])}
            />
          </>
        )}
      </section>
    )}
  </Loaded>
);

/** The questions, folded, each with its options and, once there are results, with what readers chose. */
export const ReadQuiz = ({
  quiz,
  statistics,
  current,
  onChoose,
}: QuestionsProps & { quiz: Quiz; statistics: Statistics | undefined }) => {
  const attempts = statistics?.attempts ?? 0;
  const isPublic = !isDraft(quiz);
  const endOf = ({ annulled, correctAnswer }: Question, result: Result | undefined) => {
    if (annulled) return texts.annulled;
    if (!result) return !isPublic && correctAnswer;
    const rate = percentText(result.correctRate);
    if (!misleads(result)) return texts.rate(rate);
    return (
      <span className="state" data-tone="ask">
        {texts.misleadsBy(rate)}
      </span>
    );
  };
  return (
    <div className="stack">
      <h2>{quiz.title}</h2>
      <p>{quiz.description}</p>
      <div>
        {quiz.questions.map((question, index) => {
          const result = attempts > 0 ? statistics?.questions[index] : undefined;
          const correction = isPublic && {
            ...correctionOf(quiz, question),
            keys: index === current ? 'c' : undefined,
          };
          return (
            <QuestionCard
              key={question.id}
              index={index}
              onChoose={onChoose}
              text={question.question}
              end={endOf(question, result)}
              acts={correction && <Actions actions={[correction]} />}
            >
              <p>{question.question}</p>
              <Options question={question} result={result} attempts={attempts} />
              <p>{question.explanation}</p>
              {isPublic && !question.annulled && (
                <Actions actions={[annulmentOf(quiz, question)]} />
              )}
            </QuestionCard>
          );
        })}
      </div>
    </div>
  );
};

/** The options of a question, each with the share of readers who chose it. */
const Options = ({
  result,
  attempts,
  question: { correctAnswer, formerAnswers, ...question },
}: {
  result: Result | undefined;
  attempts: number;
  question: Question;
}) => {
  const options: readonly { text: string; chosen: number }[] =
    result?.options ?? question.options.map((text) => ({ text, chosen: 0 }));
  const share = (chosen: number) => (
    <Share isBar of={chosen / attempts} text={percentText(chosen / attempts)} />
  );
  return (
    <Table
      label={texts.optionsOf(question.position)}
      items={options.map((option, at) => ({ ...option, at }))}
      columns={{
        [texts.answer]: ({ text }) => {
          if (text === correctAnswer) return `✓ ${text}`;
          return formerAnswers.includes(text) ? `${text} (${texts.former})` : text;
        },
        ...(result && { [texts.chosen]: ({ chosen }: { chosen: number }) => share(chosen) }),
      }}
    />
  );
};
