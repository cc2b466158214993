import { write } from '../api/client.ts';
import type { Quiz } from './draft-fields.ts';

/** Moves a question of a draft and resolves to the stored draft. */
export const moveQuestion = async (quiz: Quiz, from: number, to: number): Promise<Quiz> => {
  const { id, revision, questions } = quiz;
  const moved = questions.toSpliced(from, 1).toSpliced(to, 0, ...questions.slice(from, from + 1));
  const order = moved.map((question) => question.id);
  const { revision: next } = await write('quiz.edit', { id, revision, order });
  return { ...quiz, revision: next, questions: moved };
};
