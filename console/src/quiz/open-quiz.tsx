import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { read } from '../api/client.ts';
import { type Command, useCommands } from '../app/commands.ts';
import { useSubject } from '../app/title.ts';
import { Panel } from '../parts/page.tsx';
import { civilToday, fullDay } from '../parts/time.ts';
import { Failed, Loading } from '../parts/waiting.tsx';
import { quizTexts as texts } from '../texts/quiz.ts';
import { DecideDialog, type Decision } from './decide-dialog.tsx';
import { type Quiz, useDraftFields } from './draft-fields.ts';
import { DraftForm } from './draft-form.tsx';
import { Edition, usePassages } from './edition.tsx';
import type { QuestionsProps } from './question-card.tsx';
import styles from './quiz.module.css';
import { Results } from './results.tsx';

/** A quiz beside the text of its edition. */
export const OpenQuiz = ({ id }: { id: string }) => {
  const { data, error, refetch } = useQuery(read('quiz.get', { id }));
  if (error) return <Failed error={error} onAgain={() => void refetch()} />;
  if (!data) return <Loading />;
  return data.status === 'draft' || data.status === 'held' ? (
    <Draft quiz={data} />
  ) : (
    <Beside
      quiz={data}
      questions={data.questions}
      decisions={[data.status === 'published' ? 'unpublish' : 'publish']}
    >
      {(props) => <Results quiz={data} {...props} />}
    </Beside>
  );
};

const Draft = ({ quiz }: { quiz: Quiz }) => {
  const fields = useDraftFields(quiz);
  const decisions: Decision[] = [
    quiz.status === 'draft' ? 'hold' : 'release',
    // What was not saved would not be published.
    ...(isOutdated(quiz) || fields.isChanged ? [] : (['publish'] as const)),
  ];
  return (
    <Beside quiz={quiz} questions={fields.questions} decisions={decisions}>
      {(props) => <DraftForm quiz={quiz} fields={fields} {...props} />}
    </Beside>
  );
};

type Stated = Pick<Quiz, 'status' | 'quizDate'>;

/** Whether it is a draft of an earlier day, which stays one. */
const isOutdated = ({ status, quizDate }: Stated): boolean =>
  (status === 'draft' || status === 'held') && quizDate !== civilToday();

const tones = { draft: 'info', held: 'warn', published: 'good', unpublished: 'warn', outdated: '' };

/** The state of a quiz in a word. */
export const Badge = (quiz: Stated) => {
  const state = isOutdated(quiz) ? 'outdated' : quiz.status;
  return (
    <span className="badge" data-tone={tones[state]}>
      {texts.states[state]}
    </span>
  );
};

/** What becomes of a quiz that readers do not see. */
const Outlook = ({ quiz }: { quiz: Quiz }) => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  if (isOutdated(quiz)) return <p>{texts.outdated}</p>;
  if (quiz.status !== 'draft') return <p>{texts.outlooks[quiz.status](quiz.reason)}</p>;
  const seconds = Math.ceil((Date.parse(`${quiz.quizDate}T12:00:00-03:00`) - now) / 1_000);
  return (
    <p>
      <span role="timer">{seconds > 0 ? texts.untilNoon(seconds) : texts.afterNoon}</span>
    </p>
  );
};

const decisionKeys: Record<Decision, string> = {
  hold: 'h',
  release: 'h',
  publish: 'p',
  unpublish: 'u',
};

const Beside = ({
  quiz,
  questions,
  decisions,
  children,
}: {
  quiz: Quiz;
  questions: readonly Pick<
    Quiz['questions'][number],
    'question' | 'correctAnswer' | 'explanation'
  >[];
  decisions: readonly Decision[];
  children: (props: QuestionsProps) => ReactNode;
}) => {
  const { lines, passages } = usePassages(quiz.editionText, questions);
  const [current, setCurrent] = useState(0);
  const [decision, setDecision] = useState<Decision>();
  useSubject(quiz.title);
  const move = (step: 1 | -1) => {
    // Before the first one is chosen, the next one is the first.
    const isChosen = document.activeElement?.closest('[data-question]');
    focusQuestion(isChosen ? Math.min(questions.length - 1, Math.max(0, current + step)) : current);
  };
  const commands: Command[] = [
    { group: 'list', text: texts.next, keys: 'j', onlyKey: true, run: () => move(1) },
    { group: 'list', text: texts.previous, keys: 'k', onlyKey: true, run: () => move(-1) },
  ];
  const actions: Command[] = decisions.map((name) => ({
    group: 'page',
    text: texts.decisions[name].title,
    keys: decisionKeys[name],
    run: () => setDecision(name),
  }));
  useCommands([...commands, ...actions]);
  return (
    <Panel
      title={texts.of(fullDay(quiz.quizDate))}
      actions={
        <>
          <Badge {...quiz} />
          {actions.map(({ text, run }) => (
            <button key={text} type="button" onClick={run}>
              {text}
            </button>
          ))}
        </>
      }
    >
      <Outlook quiz={quiz} />
      <div className={styles.beside}>
        <Edition
          title={quiz.editionTitle}
          {...{ lines, passages, current }}
          onChoose={focusQuestion}
        />
        {children({ passages, current, onChoose: setCurrent })}
      </div>
      {decision && (
        <DecideDialog quiz={quiz} decision={decision} onClose={() => setDecision(undefined)} />
      )}
    </Panel>
  );
};

/** Moves the focus to a question, and with it the edition's text to its passage. */
const focusQuestion = (question: number): void => {
  const article = document.querySelector<HTMLElement>(`[data-question="${question}"]`);
  article?.focus({ preventScroll: true });
  article?.scrollIntoView({ block: 'nearest' });
};
