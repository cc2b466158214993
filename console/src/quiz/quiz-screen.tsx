import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { write } from '../api/client.ts';
import { shell } from '../shell/texts.ts';
import { Actions } from '../ui/actions.tsx';
import { Loaded, Page } from '../ui/page.tsx';
import { useNarrow } from '../ui/state/use-narrow.ts';
import { isDraft } from './decisions.tsx';
import Quizzes, { type Listed, useQuizzes } from './list.tsx';
import { isAlarming, NoQuizToday, useQuizOfToday } from './no-quiz-today.tsx';
import { OpenQuiz } from './open-quiz.tsx';
import { quizTexts as texts } from './texts.ts';

/** The quiz in the address, today's quiz, or the latest. */
export default function QuizScreen() {
  const { query, items, today, openId } = useQuizzes();
  const isNarrow = useNarrow(64);
  const actions = query.data && <Generate today={today} />;
  const state = useQuizOfToday();
  return (
    <Page title={shell.titles.quiz} actions={!(state && isAlarming(state)) && actions}>
      <NoQuizToday openId={openId ?? ''}>{actions}</NoQuizToday>
      <Loaded query={query}>
        {() => items.length === 0 && <p className="empty">{texts.empty}</p>}
      </Loaded>
      {isNarrow && <Quizzes />}
      {openId !== undefined && <OpenQuiz key={openId} id={openId} />}
    </Page>
  );
}

/** Creates a draft of today's quiz, generated or blank, unless today's quiz is published. */
const Generate = ({ today }: { today: Listed | undefined }) => {
  const navigate = useNavigate();
  const held = useQuizOfToday()?.held;
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
    // If the person has left the page meanwhile, it does not navigate.
    if (location.pathname === from) await navigate({ to: `/quiz/${quizId}` });
  };
  const asks = (overwrite || held) && (
    <>
      {overwrite && <p>{texts.overwrite}</p>}
      {held && <p>{texts.dayHeld(held.reason)}</p>}
    </>
  );
  return (
    <Actions
      actions={[
        {
          text: texts.generate,
          keys: 'g',
          asks,
          done: texts.generated,
          run: () => make(false),
        },
        {
          text: texts.blank,
          asks,
          run: () => make(true),
          done: texts.blankMade,
        },
      ]}
    />
  );
};
