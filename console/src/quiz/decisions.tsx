import { write } from '../api/client.ts';
import type { Action } from '../ui/actions.tsx';
import { Reason } from '../ui/form.tsx';
import { civilToday, noonOf } from '../ui/format/time.ts';
import { useNow } from '../ui/page.tsx';
import type { Quiz } from './draft-fields.ts';
import { quizTexts as texts } from './texts.ts';

type Stated = Pick<Quiz, 'status' | 'quizDate' | 'refused'>;

/** Returns true if readers never saw the quiz. */
export const isDraft = ({ status }: Pick<Quiz, 'status'>): boolean =>
  status === 'draft' || status === 'held';

/** Returns true for a draft of an earlier day, which can no longer be published. */
export const isOutdated = (quiz: Stated): boolean =>
  isDraft(quiz) && quiz.quizDate !== civilToday();

const tones = {
  draft: 'info',
  held: 'ask',
  published: 'good',
  unpublished: 'ask',
  outdated: '',
  refused: 'ask',
};

export const Badge = (quiz: Stated) => {
  const state = isOutdated(quiz) ? 'outdated' : quiz.refused ? 'refused' : quiz.status;
  return (
    <span className="state" data-tone={tones[state]}>
      {texts.states[state]}
    </span>
  );
};

/** What will happen to a quiz that readers do not see yet. */
export const Outlook = ({ quiz }: { quiz: Quiz }) => {
  const now = useNow(1_000);
  if (isOutdated(quiz)) return <p>{texts.outdated}</p>;
  if (quiz.status !== 'draft') return <p>{texts.outlooks[quiz.status](quiz.reason)}</p>;
  if (quiz.findings.length > 0) return null;
  const seconds = Math.ceil((noonOf(quiz.quizDate) - now) / 1_000);
  return (
    <p>
      <span role="timer">{seconds > 0 ? texts.untilNoon(seconds) : texts.afterNoon}</span>
    </p>
  );
};

export type Decision = keyof typeof texts.decisions;

/**
 * The decisions that a quiz allows now.
 * @param isChanged true if the form has unsaved changes, which publishing would leave out
 */
export const offeredFor = (quiz: Quiz, isChanged = false): Decision[] => {
  if (isOutdated(quiz)) return ['discard'];
  if (!isDraft(quiz)) return [quiz.status === 'published' ? 'unpublish' : 'publish'];
  const offered: Decision[] = ['discard'];
  if (Date.now() < noonOf(quiz.quizDate)) {
    offered.unshift(quiz.status === 'draft' ? 'hold' : 'release');
  }
  if (!isChanged && quiz.findings.length === 0) offered.push('publish');
  return offered;
};

/**
 * Buttons for the decisions about a quiz. The service refuses a decision about another revision than the
 * shown one.
 */
export const decisionsOf = (
  { id, revision, status, reason: heldReason, warnings }: Quiz,
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
      look: 'primary',
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
      asks: (
        <>
          <p>{discard.asks}</p>
          {status === 'held' && <p>{texts.dayHeld(heldReason)}</p>}
        </>
      ),
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
