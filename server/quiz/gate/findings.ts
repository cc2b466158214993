import type { QuizDraftRow } from '../../../db/quiz/drafts.ts';
import { findProblems, quizMaterial } from './draft.ts';
import { findGiveaways, findSlips, findUnsupportedAnswers } from './gate.ts';

/** What there is to say of a draft, as sentences that name positions (`questions.3`). */
export interface Findings {
  /** Why it cannot be published. */
  findings: string[];
  /** What an editor should look at again. */
  warnings: string[];
}

type Examined = Pick<
  QuizDraftRow,
  'title' | 'description' | 'questions' | 'editionTitle' | 'editionText' | 'refused'
>;

/** A model that wrote too much of a form that fits: an editor looks at what was left of it. */
const reread = 'O modelo não seguiu o número de perguntas ou de opções: confira e salve.';

/**
 * Checks a draft. In one that was refused, an answer that the edition does not support stands
 * against publishing; in one that an editor changed it is their decision.
 */
export const examine = (draft: Examined): Findings => {
  const unsupported = findUnsupported(draft);
  const giveaways = findGiveaways(draft);
  if (!draft.refused) {
    return { findings: findProblems(draft), warnings: [...unsupported, ...giveaways] };
  }
  const refusals = findRefusals(draft);
  return { findings: refusals.length > 0 ? refusals : [reread], warnings: giveaways };
};

/** What the checks of generation refuse. */
export const findRefusals = (draft: Examined): string[] => [
  ...findProblems(draft),
  ...findSlips(draft),
  ...findUnsupported(draft),
];

const findUnsupported = (draft: Examined): string[] =>
  draft.editionText === null
    ? []
    : findUnsupportedAnswers(draft, quizMaterial({ title: draft.editionTitle }, draft.editionText));

/** Whether a draft can be the quiz of its day: a refused or unfinished one never is. */
export const isFinished = (draft: QuizDraftRow): boolean =>
  !draft.refused && findProblems(draft).length === 0;
