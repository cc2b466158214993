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
import { Failed, Loading } from '../parts/waiting.tsx';
import { quizTexts as texts } from '../texts/quiz.ts';
import { shell } from '../texts/shell.ts';
import { Badge, OpenQuiz } from './open-quiz.tsx';
import styles from './quiz.module.css';

type Listed = OutputOf<'quiz.list'>['items'][number];

const isDraft = ({ status }: Listed) => status === 'draft' || status === 'held';

/** The quizzes, drafts first, and the open one: without an address the first. */
export default function QuizScreen() {
  const { id } = useParams({ strict: false });
  const list = useQuery(read('quiz.list', { attempts: false }));
  const items = list.data?.items ?? [];
  const drafts = items.filter(isDraft);
  const published = items.filter((quiz) => !isDraft(quiz));
  const openId = id ?? (drafts[0] ?? published[0])?.id;
  return (
    <Page title={shell.quiz} actions={list.data && <Generate today={items.find(isOfToday)} />}>
      {list.isPending && <Loading />}
      {list.isError && <Failed error={list.error} onAgain={() => void list.refetch()} />}
      {list.isSuccess && items.length === 0 && <p className="empty">{texts.empty}</p>}
      <div className={styles.split}>
        <nav aria-label={texts.list} className={styles.list}>
          <Quizzes title={texts.drafts} items={drafts} openId={openId} />
          <Quizzes title={texts.history} items={published} openId={openId} />
        </nav>
        {openId !== undefined && <OpenQuiz key={openId} id={openId} />}
      </div>
    </Page>
  );
}

const isOfToday = ({ quizDate }: Listed) => quizDate === civilToday();

const Quizzes = ({
  title,
  items,
  openId,
}: {
  title: string;
  items: readonly Listed[];
  openId: string | undefined;
}) =>
  items.length > 0 && (
    <section>
      <h2>{title}</h2>
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
    </section>
  );

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
