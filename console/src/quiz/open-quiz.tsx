import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRead } from '../api/client.ts';
import { useSubject } from '../shell/title.ts';
import { Actions } from '../ui/actions.tsx';
import { civilToday, fullDay } from '../ui/format/time.ts';
import { focusHeading, Loaded, Panel } from '../ui/page.tsx';
import { useCommands } from '../ui/state/commands.ts';
import { useNarrow } from '../ui/state/use-narrow.ts';
import { Tabs, useTabs } from '../ui/tabs.tsx';
import {
  Badge,
  type Decision,
  decisionsOf,
  isDraft,
  isOutdated,
  Outlook,
  offeredFor,
} from './decisions.tsx';
import { type Quiz, useDraftFields } from './draft-fields.ts';
import { DraftForm } from './draft-form.tsx';
import { Edition } from './edition.tsx';
import { Standing, useFindings } from './findings.tsx';
import { type Asked, findPassages, sentencesOf } from './passages.ts';
import { focusQuestion, type QuestionsProps } from './question-card.tsx';
import styles from './quiz.module.css';
import { misleadingOf, ReadQuiz, Results } from './results.tsx';
import { quizTexts as texts } from './texts.ts';

export const OpenQuiz = ({ id }: { id: string }) => {
  const query = useRead('quiz.get', { id });
  const state = query.data && `${query.data.status} ${query.data.revision}`;
  const former = useRef(state);
  useEffect(() => {
    // A decision removes its own button, which may have had the focus.
    if (former.current !== undefined && document.activeElement === document.body) focusHeading();
    former.current = state;
  }, [state]);
  return (
    <Loaded query={query}>
      {(quiz) =>
        isDraft(quiz) && !isOutdated(quiz) ? <Draft quiz={quiz} /> : <Settled quiz={quiz} />
      }
    </Loaded>
  );
};

const Draft = ({ quiz }: { quiz: Quiz }) => {
  const fields = useDraftFields(quiz);
  const found = useFindings(quiz.id, fields);
  return (
    <Beside
      quiz={quiz}
      questions={fields.questions}
      decisions={offeredFor(quiz, fields.isChanged)}
      above={(onGo) => (
        <Standing
          label={texts.findings}
          parts={[
            [quiz.refused ? texts.refused : undefined, found.findings],
            [texts.warnings, found.warnings],
          ]}
          onGo={onGo}
        />
      )}
      parts={['questions']}
    >
      {(_, props) => <DraftForm quiz={quiz} fields={fields} found={found} {...props} />}
    </Beside>
  );
};

/** A quiz that is not a draft of today. A draft of an earlier day has no results. */
const Settled = ({ quiz }: { quiz: Quiz }) => {
  const isToday = quiz.quizDate === civilToday();
  // The results are polled, because an attempt sends no hint.
  const refetchInterval = isToday ? 20_000 : 600_000;
  const options = { enabled: !isDraft(quiz), refetchInterval };
  const query = useRead('quiz.statistics', { id: quiz.id }, options);
  return (
    <Beside
      quiz={quiz}
      questions={quiz.questions}
      decisions={offeredFor(quiz)}
      above={(onGo) => (
        <Standing
          label={texts.figures.misleading}
          parts={[
            [texts.edition, isDraft(quiz) ? [] : quiz.warnings],
            [undefined, misleadingOf(query.data)],
          ]}
          onGo={onGo}
        />
      )}
      parts={isDraft(quiz) ? ['questions'] : ['statistics', 'questions']}
    >
      {(part, props) =>
        part === 'statistics' ? (
          <Results query={query} range={quiz.quizDate} />
        ) : (
          <ReadQuiz quiz={quiz} statistics={query.data} {...props} />
        )
      }
    </Beside>
  );
};

type Part = 'statistics' | 'questions';

/** A quiz beside its edition; on narrow windows they are tabs. */
const Beside = ({
  quiz,
  questions,
  decisions,
  above,
  parts,
  children,
}: {
  quiz: Quiz;
  questions: readonly Asked[];
  decisions: readonly Decision[];
  /** Renders content above both columns, which may link to a question. */
  above: (onGo: (question: number) => void) => ReactNode;
  parts: readonly Part[];
  children: (part: Part, props: QuestionsProps) => ReactNode;
}) => {
  // The text is shown with a blank line between paragraphs.
  const sentences = sentencesOf(quiz.editionText?.replaceAll(/\n+/g, '\n\n') ?? '');
  const passages = findPassages(sentences, questions);
  const [current, setCurrent] = useState(0);
  const isNarrow = useNarrow(64);
  const tabs = [...parts, 'edition'] as const;
  const [tab, setTab] = useState<(typeof tabs)[number]>(parts[0] ?? 'edition');
  const { tabProps, panelProps } = useTabs(tab);
  useSubject(quiz.title);
  const goTo = (question: number) => {
    // The questions may be behind the other tab.
    flushSync(() => setTab('questions'));
    focusQuestion(question, true);
  };
  // The tab of the question with the focus, or of its open dialog, stays when the window becomes narrow.
  const choose = (question: number) => {
    setCurrent(question);
    setTab('questions');
  };
  const move = (step: 1 | -1) => {
    // If no question has the focus, the next question is the first one.
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
      {isNarrow && quiz.editionTitle !== '' && <p>{texts.fromEdition(quiz.editionTitle)}</p>}
      <Outlook quiz={quiz} />
      {above(goTo)}
      {isNarrow && (
        <Tabs
          label={texts.parts}
          tabs={tabs.map((name) => [name, texts[name]])}
          tabProps={tabProps}
          onOpen={setTab}
        />
      )}
      <div className={styles.beside}>
        <div {...(isNarrow && panelProps('edition'))}>
          <Edition
            title={quiz.editionTitle}
            sentences={sentences}
            passages={passages}
            current={current}
            onChoose={goTo}
          />
        </div>
        <div className="stack">
          {parts.map((part) => (
            <div key={part} {...(isNarrow && panelProps(part))}>
              {children(part, { passages, current, onChoose: choose })}
            </div>
          ))}
        </div>
      </div>
    </Panel>
  );
};
