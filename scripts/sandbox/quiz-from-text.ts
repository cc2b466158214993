import type { QuizDraft } from '../../server/quiz/checks/draft.ts';

const wanted = 10;
const spare = [
  'Curitiba',
  'Portugal',
  '2019',
  'inverno',
  'ministério',
  'biblioteca',
  'satélite',
  'colheita',
];

/** A sentence of the edition and the word that answers its question. */
interface Gap {
  sentence: string;
  word: string;
}

/**
 * Makes a quiz from the text of an edition; each question is a sentence with a missing word.
 * @param skipped the number of questions that were asked before
 */
export const quizFromText = (text: string, skipped = 0): QuizDraft => {
  const title = /^Título: (.+)$/m.exec(text)?.[1] ?? 'a edição de hoje';
  const sentences = sentencesOf(text.replace(/^Título: .+$/m, ''));
  const gaps = gapsOf(sentences, skipped + wanted);
  const asked = gaps.slice(skipped, skipped + wanted).map(({ word }) => word);
  const words = [...new Set([...gaps.map(({ word }) => word), ...spare])];
  return {
    title: `Quiz: ${title}`.slice(0, 200),
    description: 'Dez perguntas sobre a edição mais recente. Com seis acertos você recupera o dia.',
    questions: gaps.slice(skipped, skipped + wanted).map(({ sentence, word }, index) => ({
      question: `Complete: “${withoutAnswers(sentence, word, asked)}” (${index + 1})`,
      options: [word, ...distractorsFor(word, words)],
      correctAnswer: word,
      explanation: `A edição diz: “${sentence}”`,
    })),
  };
};

/** A sentence with a gap for its word, without the words that other questions ask for. */
const withoutAnswers = (sentence: string, word: string, asked: readonly string[]): string =>
  sentence
    .split(word)
    .map((part) => part.replaceAll(wordPattern, (each) => (asked.includes(each) ? '…' : each)))
    .join('_____');

const wordPattern = /[\p{L}\p{N}]+(?:[-.,][\p{L}\p{N}]+)*/gu;

const sentencesOf = (text: string): string[] => {
  const sentences = text
    .split(/\n|(?<=[.!?])\s+/)
    .map((sentence) => sentence.replace(/[<>]/g, ' ').trim())
    .filter((sentence) => sentence.split(' ').length >= 5 && sentence.length <= 300);
  return sentences.length > 0 ? sentences : ['A edição de hoje tem poucas palavras para contar'];
};

/** Chooses gaps: the most specific word of each sentence first, then the second most specific, and so on. */
const gapsOf = (sentences: readonly string[], count: number): Gap[] => {
  const gaps: Gap[] = [];
  for (let rank = 0; gaps.length < count; rank += 1) {
    for (const sentence of sentences) {
      const words = specificWords(sentence);
      const word = words[rank % words.length];
      if (word !== undefined) gaps.push({ sentence, word });
    }
  }
  return gaps;
};

/** The words of a sentence, most specific first: numbers, then names, then long words. */
const specificWords = (sentence: string): string[] => {
  const words = [...new Set(sentence.match(wordPattern) ?? [])];
  const weight = (word: string) => {
    if (/^\d/.test(word)) return 100;
    return word.length + (/^\p{Lu}/u.test(word) && !sentence.startsWith(word) ? 50 : 0);
  };
  return words.sort((a, b) => weight(b) - weight(a)).slice(0, 4);
};

/** Three wrong options, preferably words of the same kind. */
const distractorsFor = (word: string, words: readonly string[]): string[] => {
  const kind = (other: string) => (/^\d/.test(other) ? 'number' : /^\p{Lu}/u.test(other));
  const distinct = words.filter(
    (other, index) =>
      other.toLowerCase() !== word.toLowerCase() &&
      words.findIndex((same) => same.toLowerCase() === other.toLowerCase()) === index,
  );
  return distinct
    .sort((a, b) => Number(kind(b) === kind(word)) - Number(kind(a) === kind(word)))
    .slice(0, 3);
};
