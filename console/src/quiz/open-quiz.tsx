import { useNavigate } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRead } from '../api/client.ts';
import { useSubject } from '../shell/title.ts';
import { Actions } from '../ui/actions.tsx';
import { civilToday, fullDay } from '../ui/format/time.ts';
import { Loaded, Panel, Tabs } from '../ui/page.tsx';
import { useCommands } from '../ui/state/commands.ts';
import { useNarrow } from '../ui/state/use-narrow.ts';
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

export const OpenQuiz = ({ id }: { id: string }) => (
  <Loaded query={useRead('quiz.get', { id })}>
    {(quiz) =>
      isDraft(quiz) && !isOutdated(quiz) ? <Draft quiz={quiz} /> : <Settled quiz={quiz} />
    }
  </Loaded>
);

const Draft = ({ quiz }: { quiz: Quiz }) => {
  const fields = useDraftFields(quiz);
  const found = useFindings(quiz.id, fields);
  return (
    <Beside
      quiz={quiz}
      questions={fields.questions}
      decisions={offeredFor(quiz, fields.isChanged)}
      label={texts.findings}
      found={[
        [quiz.refused ? texts.refused : undefined, found.findings],
        [texts.warnings, found.warnings],
      ]}
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
      label={texts.figures.misleading}
      found={[
        [texts.edition, isDraft(quiz) ? [] : quiz.warnings],
        [undefined, misleadingOf(query.data)],
      ]}
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
  parts,
  children,
  ...standing
}: Omit<ComponentProps<typeof Standing>, 'onGo'> & {
  quiz: Quiz;
  questions: readonly Asked[];
  decisions: readonly Decision[];
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
  const isHidden = (name: typeof tab) => isNarrow && name !== tab;
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
      <Standing {...standing} onGo={goTo} />
      {isNarrow && (
        <Tabs
          label={texts.parts}
          tabs={tabs.map((name) => [name, texts[name]])}
          open={tab}
          onOpen={setTab}
        />
      )}
      <div className={styles.beside}>
        <div hidden={isHidden('edition')}>
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
            <div key={part} hidden={isHidden(part)}>
              {children(part, { passages, current, onChoose: choose })}
            </div>
          ))}
        </div>
      </div>
    </Panel>
  );
};
