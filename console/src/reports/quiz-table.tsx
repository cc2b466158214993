import { Link } from '@tanstack/react-router';
import type { OutputOf } from '../api/client.ts';
import { Badge } from '../quiz/decisions.tsx';
import { percentText, roundText } from '../ui/format/figures.ts';
import { shortDay } from '../ui/format/time.ts';
import { Table } from '../ui/table.tsx';
import styles from './reports.module.css';
import { reportTexts as texts } from './texts.ts';

/** The results and the most misleading option of each quiz, latest first. */
export const QuizTable = ({ days }: { days: OutputOf<'quiz.trends'>['days'] }) => (
  <Table
    label={texts.quizzes}
    items={days.toReversed()}
    columns={{
      [texts.groupings.day]: ({ quizDate }) => shortDay(quizDate),
      [texts.title]: ({ id, title, status, quizDate }) => (
        <>
          <Link to="/quiz/$id" params={{ id }} className={styles.title}>
            {title}
          </Link>{' '}
          {status === 'unpublished' && (
            <Badge status={status} quizDate={quizDate} refused={false} />
          )}
        </>
      ),
      [texts.attempts]: ({ attempts }) => attempts,
      [texts.passed]: ({ attempts, passed }) =>
        attempts === 0 ? '–' : percentText(passed / attempts),
      [texts.averageCorrect]: ({ attempts, averageCorrect }) =>
        attempts === 0 ? '–' : roundText(averageCorrect),
      [texts.hardest]: ({ hardest }) =>
        hardest && `${hardest.question} (${percentText(hardest.correctRate)})`,
    }}
  />
);
