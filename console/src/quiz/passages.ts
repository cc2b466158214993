import { withoutAccents } from '../ui/format/words.ts';

// Finds the sentence of an edition that supports a question: the one that shares most words with the
// question, its right answer and its explanation.

export interface Asked {
  question: string;
  correctAnswer: string;
  explanation: string;
}

/** Words are compared by their first letters, because endings vary. */
const stemLength = 6;
const shortestWord = 3;
/** A word of the right answer weighs more than another word. */
const answerWeight = 2;
/** A sentence that shares a smaller part of a question's words is not its passage. */
const leastShare = 0.3;

const segmenter = new Intl.Segmenter('pt-BR', { granularity: 'sentence' });

/** Splits an edition into sentences; each keeps the line breaks after it. */
export const sentencesOf = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment);

const stemsOf = (text: string): string[] =>
  (withoutAccents(text).match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length >= shortestWord || /\d/.test(word))
    .map((word) => word.slice(0, stemLength));

/** The index of each question's sentence; undefined if no sentence supports the question. */
export const findPassages = (
  sentences: readonly string[],
  questions: readonly Asked[],
): (number | undefined)[] => {
  const stems = sentences.map((sentence) => new Set(stemsOf(sentence)));
  const counts = new Map<string, number>();
  for (const stem of stems.flatMap((set) => [...set])) {
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const rarity = (stem: string) => Math.log(1 + sentences.length / (counts.get(stem) ?? 1));
  return questions.map(({ question, correctAnswer, explanation }) => {
    const weights = new Map(
      stemsOf(`${question} ${explanation}`).map((stem) => [stem, rarity(stem)]),
    );
    for (const stem of stemsOf(correctAnswer)) weights.set(stem, answerWeight * rarity(stem));
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    let best: number | undefined;
    let most = total * leastShare;
    for (const [index, own] of stems.entries()) {
      let shared = 0;
      for (const [stem, weight] of weights) if (own.has(stem)) shared += weight;
      if (shared > most) [best, most] = [index, shared];
    }
    return best;
  });
};
