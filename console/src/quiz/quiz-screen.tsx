import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type OutputOf, useRead, write } from '../api/client.ts';
import { shell } from '../shell/texts.ts';
import { Actions } from '../ui/actions.tsx';
import { Loaded, Page } from '../ui/page.tsx';
import { civilToday, shortDay } from '../ui/time.ts';
import { Badge, isDraft, OpenQuiz } from './open-quiz.tsx';
import styles from './quiz.module.css';
import { quizTexts as texts } from './texts.ts';

type Listed = OutputOf<'quiz.list'>['items'][number];

const isOfToday = ({ quizDate }: Listed) => quizDate === civilToday();

/** The quizzes, and the open one: without an address the newest draft, else the newest. */
export default function QuizScreen() {
  const { id } = useParams({ strict: false });
  const list = useRead('quiz.list', { attempts: false });
  const items = list.data?.items ?? [];
  const openId = id ?? (items.find(isDraft) ?? items[0])?.id;
  return (
    <Page
      title={shell.titles.quiz}
      actions={list.data && <Generate today={items.find(isOfToday)} />}
    >
      <Loaded query={list}>
        {() => items.length === 0 && <p className="empty">{texts.empty}</p>}
      </Loaded>
      <div className={styles.split}>
        <nav aria-label={texts.list} className={styles.list}>
          <ul>
            {items.map((quiz) => (
              <li key={quiz.id}>
                <Link
                  to={`/quiz/${quiz.id}`}
                  className="entry"
                  aria-current={quiz.id === openId ? 'page' : undefined}
                  title={quiz.title}
                >
                  {shortDay(quiz.quizDate)} <Badge {...quiz} />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {openId !== undefined && <OpenQuiz key={openId} id={openId} />}
      </div>
    </Page>
  );
}

/** Has the model write a draft of today's quiz, unless today's is published. */
const Generate = ({ today }: { today: Listed | undefined }) => {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  if (isBusy) return <p>{texts.generating}</p>;
  if (today && !isDraft(today)) return null;
  const run = async () => {
    setBusy(true);
    const from = location.pathname;
    const input = { overwrite: today !== undefined };
    const { quizId } = await write('quiz.draft', input).finally(() => setBusy(false));
    // Who has gone elsewhere stays there.
    if (location.pathname === from) await navigate({ to: `/quiz/${quizId}` });
  };
  const asks = today && texts.overwrite;
  return (
    <Actions actions={[{ text: texts.generate, keys: 'g', asks, run, done: texts.generated }]} />
  );
};
