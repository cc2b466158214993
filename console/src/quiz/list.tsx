import { Link, useParams } from '@tanstack/react-router';
import { type ItemOf, useRead } from '../api/client.ts';
import { civilToday, shortDay } from '../ui/format/time.ts';
import { Badge } from './decisions.tsx';
import styles from './quiz.module.css';
import { quizTexts as texts } from './texts.ts';

export type Listed = ItemOf<'quiz.list'>;

/** The last part of the address that shows all quizzes over time. */
export const all = 'todos';

/** Lists the quizzes, and says which is open: the one in the address, today's, or all over time. */
export const useQuizzes = () => {
  const { id } = useParams({ strict: false });
  const query = useRead('quiz.list', { attempts: false });
  const items = query.data?.items ?? [];
  const today = items.find(({ quizDate }) => quizDate === civilToday());
  return { query, items, today, openId: id ?? today?.id ?? (items.length > 0 ? all : undefined) };
};

/** Scrolls to the open quiz, because a phone cannot show all quizzes side by side. */
const showInList = (link: HTMLAnchorElement | null) =>
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** The quizzes by day, below the menu's entry or above the open quiz. */
export default function Quizzes() {
  const { items, openId } = useQuizzes();
  if (items.length === 0) return null;
  const link = (id: string) => ({
    ...({ to: '/quiz/$id', params: { id }, className: 'entry' } as const),
    ...(openId === id && { 'aria-current': 'page' as const, ref: showInList }),
  });
  return (
    <nav aria-label={texts.list} className={styles.list}>
      <ul>
        <li>
          <Link {...link(all)}>{texts.overTime}</Link>
        </li>
        {items.map((quiz) => (
          <li key={quiz.id}>
            <Link {...link(quiz.id)} title={quiz.title}>
              {shortDay(quiz.quizDate)} <Badge {...quiz} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
