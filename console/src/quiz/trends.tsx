import { Link } from '@tanstack/react-router';
import { type OutputOf, useRead } from '../api/client.ts';
import { Lines } from '../ui/charts/chart.tsx';
import type { Point } from '../ui/charts/drawing.ts';
import { Select } from '../ui/form.tsx';
import { percentText, roundText } from '../ui/format/figures.ts';
import { addDays, civilToday, shortDay } from '../ui/format/time.ts';
import { Loaded, Panel } from '../ui/page.tsx';
import { useAddress } from '../ui/state/address.ts';
import { Table } from '../ui/table.tsx';
import { Badge } from './decisions.tsx';
import { quizTexts as texts } from './texts.ts';

type Day = OutputOf<'quiz.trends'>['days'][number];

/** The pass rate in percent, to one decimal; null without attempts. */
export const passRate = ({ attempts, passed }: Pick<Day, 'attempts' | 'passed'>): number | null =>
  attempts === 0 ? null : Math.round((1_000 * passed) / attempts) / 10;

/** The lines of the chart, with a value for each of these dates. */
export const linesOf = (days: readonly Day[], dates: readonly string[]) => {
  const pointsOf = (value: (day: Day) => number | null): Point[] =>
    dates.map((date) => {
      const day = days.find(({ quizDate }) => quizDate === date);
      return [shortDay(date), day ? value(day) : null];
    });
  return [
    {
      title: texts.attemptsPerDay,
      unit: texts.attempts,
      series: [texts.figures.attempts],
      points: pointsOf(({ attempts }) => attempts),
    },
    {
      title: texts.passRatePerDay,
      unit: '%',
      series: [texts.figures.passed],
      points: pointsOf(passRate),
    },
  ];
};

/** The quizzes of some weeks as lines and as a table, which shows the most misleading options. */
export const Trends = () => {
  const { search, change } = useAddress();
  const { dias = '' } = search;
  const length = dias in texts.periods ? Number(dias) : 30;
  const today = civilToday();
  const range = { from: addDays(today, 1 - length), to: today };
  const query = useRead('quiz.trends', range, { refetchInterval: 60_000 });
  return (
    <Panel
      title={texts.overTime}
      actions={
        <Select
          label={texts.period}
          value={String(length)}
          options={Object.entries(texts.periods)}
          onChange={(chosen) => change({ dias: chosen })}
        />
      }
    >
      <Loaded query={query}>
        {({ days }) => {
          const all = Array.from({ length }, (_, n) => addDays(range.from, n));
          const chart = {
            axis: texts.day,
            range: `${range.from} a ${range.to}`,
            unfinished: texts.ongoing,
          } as const;
          return (
            <>
              {linesOf(days, all).map((lines) => (
                <Lines key={lines.title} {...chart} {...lines} />
              ))}
              <QuizTable days={days} />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
};

/** The results and the most misleading option of each quiz, latest first. */
export const QuizTable = ({ days }: { days: readonly Day[] }) => (
  <Table
    label={texts.list}
    items={days.toReversed()}
    columns={{
      [texts.day]: ({ quizDate }) => shortDay(quizDate),
      [texts.names.title]: ({ id, title, status, quizDate }) => (
        <>
          <Link to="/quiz/$id" params={{ id }}>
            {title}
          </Link>{' '}
          {status === 'unpublished' && (
            <Badge status={status} quizDate={quizDate} refused={false} />
          )}
        </>
      ),
      [texts.figures.attempts]: ({ attempts }) => attempts,
      [texts.figures.passed]: ({ attempts, passed }) =>
        attempts === 0 ? '–' : percentText(passed / attempts),
      [texts.figures.average]: ({ attempts, averageCorrect }) =>
        attempts === 0 ? '–' : roundText(averageCorrect),
      [texts.hardest]: ({ hardest }) =>
        hardest && `${hardest.question} (${percentText(hardest.correctRate)})`,
    }}
  />
);
