import { Link, useParams } from '@tanstack/react-router';
import { type ItemOf, useRead } from '../api/client.ts';
import { civilToday, shortDay } from '../ui/format/time.ts';
import { Badge } from './decisions.tsx';
import styles from './quiz.module.css';
import { quizTexts as texts } from './texts.ts';

export type Listed = ItemOf<'quiz.list'>;

/** Lists the quizzes, and says which is open: the one in the address, today's, or the latest. */
export const useQuizzes = () => {
  const { id } = useParams({ strict: false });
  const query = useRead('quiz.list', { attempts: false });
  const items = query.data?.items ?? [];
  const today = items.find(({ quizDate }) => quizDate === civilToday());
  return { query, items, today, openId: id ?? (today ?? items[0])?.id };
};

/** Scrolls to the open quiz, because a phone cannot show all quizzes side by side. */
const showInList = (link: HTMLAnchorElement | null) =>
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** The quizzes by day, below the menu's entry or above the open quiz. */
export default function Quizzes() {
  const { items, openId } = useQuizzes();
  if (items.length === 0) return null;
  return (
    <nav aria-label={texts.list} className={styles.list}>
      <ul>
        {items.map((quiz) => (
          <li key={quiz.id}>
            <Link
              to="/quiz/$id"
              params={{ id: quiz.id }}
              className="entry"
              title={quiz.title}
              {...(openId === quiz.id && { 'aria-current': 'page', ref: showInList })}
            >
              {shortDay(quiz.quizDate)} <Badge {...quiz} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
