import { withoutAccents } from '../ui/format/words.ts';

// The sentence of an edition that a question is based on: the one that shares most with the question, its
// right answer and its explanation.

export interface Asked {
  question: string;
  correctAnswer: string;
  explanation: string;
}

/** Endings vary: words are compared by their beginnings. */
const stemLength = 6;
const shortestWord = 3;
/** The right answer weighs more than the words around it. */
const answerWeight = 2;
/** With a smaller share of a question's words no sentence is its passage. */
const leastShare = 0.3;

const segmenter = new Intl.Segmenter('pt-BR', { granularity: 'sentence' });

/** The sentences of an edition, with the line breaks that end them. */
export const sentencesOf = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment);

const stemsOf = (text: string): string[] =>
  (withoutAccents(text).match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length >= shortestWord || /\d/.test(word))
    .map((word) => word.slice(0, stemLength));

/** The index of each question's sentence; undefined: none supports it. */
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
