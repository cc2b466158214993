import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type OutputOf, useRead, write } from '../api/client.ts';
import { shell } from '../shell/texts.ts';
import { Actions } from '../ui/actions.tsx';
import { Loaded, Page } from '../ui/page.tsx';
import { civilToday, shortDay } from '../ui/time.ts';
import { NoQuizToday, useQuizOfToday } from './no-quiz-today.tsx';
import { Badge, isDraft, OpenQuiz } from './open-quiz.tsx';
import styles from './quiz.module.css';
import { quizTexts as texts } from './texts.ts';
import { Trends } from './trends.tsx';

type Listed = OutputOf<'quiz.list'>['items'][number];

const isOfToday = ({ quizDate }: Listed) => quizDate === civilToday();

/** The address of all quizzes over time. */
const all = 'todos';

/** Today's quiz, or the one of the address, or all of them over time. */
export default function QuizScreen() {
  const { id } = useParams({ strict: false });
  const list = useRead('quiz.list', { attempts: false });
  const items = list.data?.items ?? [];
  const today = items.find(isOfToday);
  const openId = id ?? today?.id ?? (items.length > 0 ? all : undefined);
  const actions = list.data && <Generate today={today} />;
  const isMissing = useQuizOfToday()?.missing === true;
  return (
    <Page title={shell.titles.quiz} actions={!isMissing && actions}>
      <NoQuizToday>{actions}</NoQuizToday>
      <Loaded query={list}>
        {() => items.length === 0 && <p className="empty">{texts.empty}</p>}
      </Loaded>
      <div className={styles.split}>
        <nav aria-label={texts.list} className={styles.list}>
          <ul>
            {items.length > 0 && (
              <li>
                <Link
                  to="/quiz/$id"
                  params={{ id: all }}
                  className="entry"
                  aria-current={openId === all ? 'page' : undefined}
                >
                  {texts.overTime}
                </Link>
              </li>
            )}
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
        {openId === all && <Trends />}
        {openId !== undefined && openId !== all && <OpenQuiz key={openId} id={openId} />}
      </div>
    </Page>
  );
}

/** Makes a draft of today's quiz, by the model or blank, unless today's is published. */
const Generate = ({ today }: { today: Listed | undefined }) => {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  if (isBusy) return <p role="status">{texts.generating}</p>;
  if (today && !isDraft(today)) return null;
  const overwrite = today !== undefined;
  const make = async (blank: boolean) => {
    setBusy(!blank);
    const from = location.pathname;
    const { quizId } = await write('quiz.draft', { overwrite, blank }).finally(() =>
      setBusy(false),
    );
    // Who has gone elsewhere stays there.
    if (location.pathname === from) await navigate({ to: `/quiz/${quizId}` });
  };
  const asks = overwrite ? texts.overwrite : undefined;
  return (
    <Actions
      actions={[
        {
          ...{ text: texts.generate, keys: 'g', asks, done: texts.generated },
          run: () => make(false),
        },
        { text: texts.blank, asks, run: () => make(true), done: texts.blankMade },
      ]}
    />
  );
};
