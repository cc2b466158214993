import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useRead, write } from '../api/client.ts';
import { useSubject } from '../shell/title.ts';
import { type Action, Actions } from '../ui/actions.tsx';
import { useCommands } from '../ui/commands.ts';
import { Reason, Toolbar } from '../ui/form.tsx';
import { useNarrow } from '../ui/media.ts';
import { Button, Loaded, Panel } from '../ui/page.tsx';
import { civilToday, fullDay, noonOf } from '../ui/time.ts';
import { type Quiz, useDraftFields } from './draft-fields.ts';
import { DraftForm } from './draft-form.tsx';
import { Edition } from './edition.tsx';
import { type Asked, findPassages, sentencesOf } from './passages.ts';
import { focusQuestion, QuestionCard, type QuestionsProps } from './question-card.tsx';
import styles from './quiz.module.css';
import { Results } from './results.tsx';
import { quizTexts as texts } from './texts.ts';

export const OpenQuiz = ({ id }: { id: string }) => {
  const query = useRead('quiz.get', { id });
  return (
    <Loaded query={query}>
      {(quiz) =>
        isOutdated(quiz) ? (
          <Beside quiz={quiz} questions={quiz.questions} decisions={['discard']}>
            {(props) => <Expired quiz={quiz} {...props} />}
          </Beside>
        ) : isDraft(quiz) ? (
          <Draft quiz={quiz} />
        ) : (
          <Beside
            quiz={quiz}
            questions={quiz.questions}
            decisions={[quiz.status === 'published' ? 'unpublish' : 'publish']}
          >
            {(props) => <Results quiz={quiz} {...props} />}
          </Beside>
        )
      }
    </Loaded>
  );
};

const Draft = ({ quiz }: { quiz: Quiz }) => {
  const fields = useDraftFields(quiz);
  // Noon is past, or what was not saved would not be published.
  const mayHold = Date.now() < noonOf(quiz.quizDate);
  const mayPublish = !fields.isChanged && quiz.findings.length === 0;
  const decisions: Decision[] = [
    ...(mayHold ? ([quiz.status === 'draft' ? 'hold' : 'release'] as const) : []),
    'discard',
    ...(mayPublish ? (['publish'] as const) : []),
  ];
  return (
    <Beside quiz={quiz} questions={fields.questions} decisions={decisions}>
      {(props) => <DraftForm quiz={quiz} fields={fields} {...props} />}
    </Beside>
  );
};

/** A draft of another day, which only can be read and deleted. */
const Expired = ({ quiz, onChoose }: QuestionsProps & { quiz: Quiz }) => (
  <div className="stack">
    <h2>{quiz.title}</h2>
    <p>{quiz.description}</p>
    {quiz.questions.map((question, index) => (
      <QuestionCard key={question.id} index={index} onChoose={onChoose}>
        <p>{question.question}</p>
        <ul>
          {question.options.map((option, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: options may be empty alike
            <li key={at}>{option === question.correctAnswer ? `✓ ${option}` : option}</li>
          ))}
        </ul>
        <p>{question.explanation}</p>
      </QuestionCard>
    ))}
  </div>
);

type Stated = Pick<Quiz, 'status' | 'quizDate' | 'refused'>;

/** Whether readers never saw it. */
export const isDraft = ({ status }: Pick<Quiz, 'status'>): boolean =>
  status === 'draft' || status === 'held';

/** Whether it is a draft of an earlier day, which stays one. */
const isOutdated = (quiz: Stated): boolean => isDraft(quiz) && quiz.quizDate !== civilToday();

const tones = {
  ...{ draft: 'info', held: 'ask', published: 'good', unpublished: 'ask' },
  ...{ outdated: '', refused: 'ask' },
};

export const Badge = (quiz: Stated) => {
  const state = isOutdated(quiz) ? 'outdated' : quiz.refused ? 'refused' : quiz.status;
  return (
    <span className="state" data-tone={tones[state]}>
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
  if (quiz.findings.length > 0) return null;
  if (quiz.status !== 'draft') return <p>{texts.outlooks[quiz.status](quiz.reason)}</p>;
  const seconds = Math.ceil((noonOf(quiz.quizDate) - now) / 1_000);
  return (
    <p>
      <span role="timer">{seconds > 0 ? texts.untilNoon(seconds) : texts.afterNoon}</span>
    </p>
  );
};

type Decision = keyof typeof texts.decisions;

/**
 * What can be decided about a quiz as it is shown: the service refuses decisions about another
 * revision.
 */
const decisionsOf = (
  { id, revision, warnings }: Quiz,
  leave: () => Promise<void>,
): Record<Decision, Action> => {
  const change = { id, revision };
  const { hold, release, publish, discard, unpublish } = texts.decisions;
  return {
    hold: {
      ...hold,
      keys: 'h',
      asks: <Reason why={hold.asks} />,
      run: ({ reason }) => write('quiz.hold', { ...change, ...(reason && { reason }) }),
    },
    release: {
      ...release,
      keys: 'h',
      run: () => write('quiz.hold', { ...change, held: false }),
    },
    publish: {
      ...publish,
      keys: 'p',
      asks: (
        <>
          <p>{publish.asks}</p>
          {warnings.length > 0 && (
            <div className="warning">
              <p>{texts.standing}</p>
              <ul>
                {warnings.map((warning) => (
                  <li key={warning}>{texts.finding(warning)}</li>
                ))}
              </ul>
            </div>
          )}
        </>
      ),
      run: () => write('quiz.publish', change),
    },
    discard: {
      ...discard,
      look: 'danger',
      run: async () => {
        await write('quiz.discard', change);
        await leave();
      },
    },
    unpublish: {
      ...unpublish,
      keys: 'u',
      look: 'danger',
      asks: <Reason why={unpublish.asks} required />,
      run: async ({ reason = '' }) => {
        const { dryRun, total } = await write('quiz.unpublish', { ...change, reason });
        if (dryRun) await write('quiz.unpublish', { ...change, reason, expected: total });
      },
    },
  };
};

const Beside = ({
  quiz,
  questions,
  decisions,
  children,
}: {
  quiz: Quiz;
  questions: readonly Asked[];
  decisions: readonly Decision[];
  children: (props: QuestionsProps) => ReactNode;
}) => {
  // A blank line between paragraphs.
  const sentences = sentencesOf(quiz.editionText?.replaceAll(/\n+/g, '\n\n') ?? '');
  const passages = findPassages(sentences, questions);
  const [current, setCurrent] = useState(0);
  const isNarrow = useNarrow(64);
  const [tab, setTab] = useState<'questions' | 'edition'>('questions');
  useSubject(quiz.title);
  const move = (step: 1 | -1) => {
    // Before the first one is chosen, the next one is the first.
    const isChosen = document.activeElement?.closest('[data-question]');
    focusQuestion(isChosen ? Math.min(questions.length - 1, Math.max(0, current + step)) : current);
  };
  useCommands([
    { group: 'list', text: texts.next, keys: 'j', onlyKey: true, run: () => move(1) },
    { group: 'list', text: texts.previous, keys: 'k', onlyKey: true, run: () => move(-1) },
  ]);
  const navigate = useNavigate();
  const all = decisionsOf(quiz, () => navigate({ to: '/quiz' }));
  return (
    <Panel
      title={texts.of(fullDay(quiz.quizDate))}
      actions={
        <>
          <Badge {...quiz} />
          {/* Another revision is looked at before it is decided on. */}
          <Actions key={quiz.revision} actions={decisions.map((name) => all[name])} />
        </>
      }
    >
      <Outlook quiz={quiz} />
      {isNarrow && (
        <Toolbar>
          {(['questions', 'edition'] as const).map((name) => (
            <Button
              key={name}
              text={texts[name]}
              aria-pressed={name === tab}
              onClick={() => setTab(name)}
            />
          ))}
        </Toolbar>
      )}
      <div className={styles.beside}>
        {(!isNarrow || tab === 'edition') && (
          <Edition
            title={quiz.editionTitle}
            {...{ sentences, passages, current }}
            onChoose={(question) => {
              setTab('questions');
              // It may be drawn only now.
              requestAnimationFrame(() => focusQuestion(question));
            }}
          />
        )}
        <div hidden={isNarrow && tab === 'edition'}>
          {children({ passages, current, onChoose: setCurrent })}
        </div>
      </div>
    </Panel>
  );
};
