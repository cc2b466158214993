import type { QuizDraftRow } from '../../../db/quiz/drafts.ts';
import { isCutEdition } from '../edition-text.ts';
import { quizMaterial } from '../generation/prompt.ts';
import { findGiveaways, findUnsupportedAnswers } from './answers.ts';
import { findProblems, isBlank } from './problems.ts';
import { findSlips } from './slips.ts';

/** Findings and warnings about a draft; they name questions by position (`questions.3`). */
export interface Findings {
  /** The reasons why it cannot be published. */
  findings: string[];
  /** Parts that an editor should check again. */
  warnings: string[];
}

type Examined = Pick<
  QuizDraftRow,
  'title' | 'description' | 'questions' | 'editionTitle' | 'editionText' | 'refused'
>;

/** The surplus of a model's quiz was cut, so an editor must read and save the rest. */
const surplusCutFinding =
  'O modelo não seguiu o número de perguntas ou de opções: confira e salve.';

const noQuizFinding =
  'O modelo não devolveu um quiz que se possa ler: escreva as perguntas ou gere de novo.';
const cutEditionWarning =
  'A edição foi cortada por ser longa demais: o quiz é sobre o começo dela.';

/**
 * Checks a draft. An answer that the edition does not support is a finding in a refused draft, otherwise a
 * warning.
 */
export const examine = (draft: Examined): Findings => {
  const unsupported = findUnsupported(draft);
  const cut = cutWarnings(draft.editionText);
  const giveaways = findGiveaways(draft);
  if (!draft.refused) {
    return { findings: findProblems(draft), warnings: [...cut, ...unsupported, ...giveaways] };
  }
  const warnings = [...cut, ...giveaways];
  if (draft.questions.every(isBlank)) return { findings: [noQuizFinding], warnings };
  const refusals = findRefusals(draft);
  return { findings: refusals.length > 0 ? refusals : [surplusCutFinding], warnings };
};

/** Returns a warning if a quiz was written from only the beginning of its edition. */
export const cutWarnings = (editionText: string | null): string[] =>
  editionText !== null && isCutEdition(editionText) ? [cutEditionWarning] : [];

export const findRefusals = (draft: Examined): string[] => [
  ...findProblems(draft),
  ...findSlips(draft),
  ...findUnsupported(draft),
];

const findUnsupported = (draft: Examined): string[] =>
  draft.editionText === null
    ? []
    : findUnsupportedAnswers(draft, quizMaterial({ title: draft.editionTitle }, draft.editionText));

/** Returns true if a draft can be the quiz of its day: a refused or unfinished draft never can. */
export const isFinished = (draft: QuizDraftRow): boolean =>
  !draft.refused && findProblems(draft).length === 0;
