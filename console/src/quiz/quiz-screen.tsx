import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../api/client.ts';
import type { OutputOf } from '../api/procedures.ts';
import { useCommands } from '../app/commands.ts';
import { toast } from '../app/toasts.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Page } from '../parts/page.tsx';
import { civilToday, shortDay } from '../parts/time.ts';
import { Loaded } from '../parts/waiting.tsx';
import { quizTexts as texts } from '../texts/quiz.ts';
import { shell } from '../texts/shell.ts';
import { Badge, isDraft, OpenQuiz } from './open-quiz.tsx';
import styles from './quiz.module.css';

type Listed = OutputOf<'quiz.list'>['items'][number];

const isOfToday = ({ quizDate }: Listed) => quizDate === civilToday();

/** The quizzes, and the open one: without an address the newest draft, else the newest. */
export default function QuizScreen() {
  const { id } = useParams({ strict: false });
  const list = useQuery(read('quiz.list', { attempts: false }));
  const items = list.data?.items ?? [];
  const openId = id ?? (items.find(isDraft) ?? items[0])?.id;
  return (
    <Page title={shell.quiz} actions={list.data && <Generate today={items.find(isOfToday)} />}>
      <Loaded query={list}>
        {() => items.length === 0 && <p className="empty">{texts.empty}</p>}
      </Loaded>
      <div className={styles.split}>
        <nav aria-label={texts.list} className={styles.list}>
          <ul>
            {items.map((quiz) => (
              <li key={quiz.id}>
                <Link
                  to={`/quiz/${quiz.id}` as string}
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
  const [asks, setAsks] = useState(false);
  const draft = useWrite('quiz.draft');
  const generate = (overwrite: boolean) =>
    draft.mutate(
      { overwrite },
      {
        onSuccess: ({ quizId }) => {
          toast(texts.generated);
          void navigate({ to: `/quiz/${quizId}` as string });
        },
      },
    );
  const start = () => (today ? setAsks(true) : generate(false));
  const isPossible = !draft.isPending && (!today || isDraft(today));
  useCommands(isPossible ? [{ group: 'page', text: texts.generate, keys: 'g', run: start }] : []);
  return (
    <>
      <button type="button" disabled={!isPossible} onClick={start}>
        {draft.isPending ? texts.generating : texts.generate}
      </button>
      {asks && (
        <ConfirmDialog
          title={texts.overwrite}
          confirm={texts.overwrite}
          danger
          onConfirm={() => {
            setAsks(false);
            generate(true);
          }}
          onClose={() => setAsks(false)}
        >
          <p>{texts.overwriteWhy}</p>
        </ConfirmDialog>
      )}
    </>
  );
};
