import { hasBrokenMarkdown } from '../../text/markdown.ts';
import { wordsOnly } from './answers.ts';
import type { QuizDraft } from './draft.ts';
import { hasLatex } from './latex.ts';

const anyOf =
  'todas|todos|nenhuma|nenhum|qualquer|ambas|ambos|all|none|any|both|ninguna|ninguno|cualquiera';
const others =
  'anteriores|anterior|acima|alternativas|alternativa|opcoes|respostas|itens|elas|eles|delas|deles|above|options|opciones';
const judgement = '(?:corret|cert|errad|fals|verdadeir|incorret|correct|incorrect|wrong)\\p{L}*';
const verdict = `(?: (?:estao|sao|esta|e|are|is))? ${judgement}`;
const aboutOptions = new RegExp(
  `^ (?:${anyOf}) (?:.{0,40} )?(?:${others})(?:${verdict})? $|^ (?:${anyOf})${verdict} $|^ (?:as|os|a|o|the) .{0,40}(?:anteriores|anterior|acima|above) $|^ (?:ambas|ambos|both) $|^ n ?[dr] ?a $|^ (?:as|os) (?:duas|dois|tres) $`,
  'u',
);

const wordsOf = (list: string): RegExp => new RegExp(`^(?:${list})$`, 'u');

/** An option about other options consists only of these words. */
const glue = wordsOf(
  'd?[ao]s?|de|em|e|ou|y|las|los|uma?|mais|so|apenas|somente|tanto|quanto|nem|mesm[ao]s?|igual|estao|sao|esta|ao|the|of|and|or|only|are|is|son',
);
const quantity = wordsOf(`${anyOf}|duas|dois|tres|quatro|two|three`);
const pointer = wordsOf(
  `${others}|opcao|resposta|item|letras?|afirmac(?:ao|oes)|afirmativas?|proposic(?:ao|oes)|outr[ao]s?|demais|others?`,
);
const placed = wordsOf(
  'primeir[ao]s?|segund[ao]|terceir[ao]|quart[ao]|ultim[ao]s?|first|second|third|last',
);
const places = wordsOf('primeir[ao]s|ultim[ao]s|first|last');
const judged = wordsOf(judgement);
const letter = wordsOf('[b-d]|i{1,3}|iv');
const number = wordsOf('[1-4]');

const kinds = [glue, quantity, pointer, placed, judged, letter, number];

/** Returns true if an option refers to other options, whose order changes. */
const isAboutOthers = (option: string, options: readonly string[]): boolean => {
  if (aboutOptions.test(wordsOnly(option))) return true;
  const words = partsOf(option);
  const has = (kind: RegExp) => words.some((word) => kind.test(word));
  const count = (kind: RegExp) => words.filter((word) => kind.test(word)).length;
  if (words.length < 2 || !words.every((word) => kinds.some((kind) => kind.test(word))))
    return false;
  const isNamed = [letter, placed, number, quantity].some(has);
  if (has(pointer)) {
    return (
      isNamed ||
      has(judged) ||
      has(/^anterior|^acima$/) ||
      /^[ao]s$/.test(words[0] ?? '') ||
      endsInLetter(words)
    );
  }
  if (isNamed && (has(judged) || (has(places) && has(quantity)))) return true;
  if (has(letter) && count(letter) + (words.includes('a') ? 1 : 0) > 1) return true;
  if (has(/^mesm|^igual/)) return endsInLetter(words);
  // If the other options also count or rank something, such an option is a normal one.
  const needed = has(/^(?:so|apenas|somente)$/) ? 1 : 2;
  const isRange = has(number) && has(/^(?:a|ao|de)$/);
  return (
    count(placed) + count(number) >= needed && !isRange && options.filter(isRanked).length === 1
  );
};

const partsOf = (text: string): string[] => wordsOnly(text).trim().split(' ');
const endsInLetter = (words: readonly string[]): boolean => /^[a-d]$/.test(words.at(-1) ?? '');
const isRanked = (option: string): boolean =>
  partsOf(option).some((word) => placed.test(word) || /\d/.test(word));

const marks = /[✓✔✅☑❌✗✘✖]|^\s*\*(?!\*)|(?<!\*)\*\s*$|^\s*[([]\s*x\s*[)\]]/iu;
const between = /[()[\]{}–—:←→<>|=.;!?]|(?<=\s)-{1,2}(?=\s|$)|^-/u;
const ofMark = wordsOf('est[ae]|ess[ae]|e|[ao]|resposta|opcao|alternativa|answer|item|gabarito');

/** Returns true if an option says that it is right or wrong. */
const isMarked = (option: string): boolean => {
  if (marks.test(option)) return true;
  const parts = option.split(between).filter((part) => wordsOnly(part).trim() !== '');
  return parts.length > 1 && parts.some(isMark);
};

const isMark = (part: string): boolean => {
  const words = partsOf(part);
  return (
    words.every((word) => judged.test(word) || ofMark.test(word)) &&
    words.some((word) => judged.test(word) || /^(?:resposta|answer|gabarito)$/.test(word))
  );
};

const namedLetter =
  /(?:alternativa|op[cç][aã]o|letra|item|resposta correta é a|resposta certa é a)\s{1,3}["“'(]?[A-D](?![\p{L}\p{N}])/u;

/**
 * Returns typical mistakes of a model as sentences for it: options about other options and options named by
 * letter (shuffling breaks both), options that say whether they are right, and left-over Markdown and LaTeX.
 */
export const findSlips = (draft: QuizDraft): string[] => [
  ...[draft.title, draft.description]
    .filter(hasBrokenMarkdown)
    .map(() => 'title ou description tem Markdown.'),
  ...draft.questions.flatMap(({ question, options, explanation }, index) => {
    const name = `questions.${index}`;
    const problems: string[] = [];
    for (const [position, option] of options.entries()) {
      if (isAboutOthers(option, options)) {
        problems.push(`${name}.options.${position} fala de outras opções, e a ordem delas muda.`);
      }
      if (isMarked(option)) {
        problems.push(`${name}.options.${position} diz se está correta.`);
      }
    }
    if ([question, explanation].some((text) => namedLetter.test(text))) {
      problems.push(`${name} cita uma opção pela letra, e a ordem delas muda.`);
    }
    if ([question, explanation, ...options].some(hasBrokenMarkdown)) {
      problems.push(`${name} tem Markdown.`);
    }
    if ([question, explanation, ...options].some(hasLatex)) {
      problems.push(`${name} tem LaTeX.`);
    }
    return problems;
  }),
];
