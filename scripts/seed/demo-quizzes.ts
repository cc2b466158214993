import { randomUUID } from 'node:crypto';
import { insertQuiz } from '../../db/quiz/quiz.ts';
import { addDays, civilDayOf, hourMs } from '../../server/core/civil-time.ts';
import type { TxContext } from '../../server/core/context.ts';
import { editionText } from '../../server/quiz/edition-text.ts';
import { demoEditions } from '../sandbox/editions.ts';
import type { DemoReader } from './demo-readers.ts';
import { questions } from './demo-texts.ts';
import type { Random } from './random.ts';

const quizDays = 14;
const questionsOfQuiz = 10;
const minCorrect = 6;
/** The share of readers who try a quiz, and how likely they know an answer. */
const attemptShare = 0.45;
const knowledge = [0.5, 0.95] as const;
/** Most readers take the wrong answer for the right one. */
const misleading = { index: 5, knowledge: 0.15 };

/** Stores the quizzes of two weeks, up to yesterday, with attempts. Who passes gets the day. */
export const seedQuizzes = async (
  tx: TxContext,
  random: Random,
  readers: readonly DemoReader[],
): Promise<void> => {
  const today = civilDayOf(tx.now());
  const texts = demoEditions(tx.now()).map(({ html }) => editionText(html));
  for (let back = quizDays; back > 0; back -= 1) {
    const day = addDays(today, -back);
    const asked = Array.from({ length: questionsOfQuiz }, (_, place) => {
      const index = (back * 3 + place) % questions.length;
      const [question, options] = questions[index] ?? ['', ['']];
      const [answer] = options;
      const turned = [...options.slice(back % 4), ...options.slice(0, back % 4)];
      return { id: randomUUID(), index, question, options: turned, correctAnswer: answer };
    });
    const quizId = await insertQuiz(tx.db, {
      quizDate: day,
      title: `Quiz de ${day.slice(8)}/${day.slice(5, 7)}`,
      description: 'Dez perguntas sobre a edição. Com seis acertos você recupera o dia.',
      editionText: texts.join('\n\n'),
      editionId: `post_demo_${day}`,
      editionTitle: `Edição de ${day.slice(8)}/${day.slice(5, 7)}`,
      questions: asked.map(({ index: _, ...question }) => ({
        ...question,
        explanation: `A edição diz: ${question.correctAnswer}.`,
      })),
    });
    const published = new Date(`${day}T12:00:00-03:00`);
    await tx.db
      .updateTable('quizzes')
      .set({ created_at: published })
      .where('id', '=', quizId)
      .execute();
    const attempts = readers.flatMap(({ email, days }) => {
      if (!random.chance(days.has(day) ? attemptShare : attemptShare / 5)) return [];
      const skill = random.between(...knowledge);
      const answers = asked.map(({ id, index, options, correctAnswer }) => {
        const isHard = index === misleading.index;
        const others = options.filter((option) => option !== correctAnswer);
        const wrong = isHard ? (questions[index]?.[1][1] ?? '') : random.pick(others);
        const isKnown = random.chance(isHard ? misleading.knowledge : skill);
        return { id, answer: isKnown ? correctAnswer : wrong, isKnown };
      });
      const correct = answers.filter(({ isKnown }) => isKnown).length;
      if (correct >= minCorrect) days.add(day);
      return {
        quiz_id: quizId,
        email,
        answers: JSON.stringify(Object.fromEntries(answers.map(({ id, answer }) => [id, answer]))),
        correct_answers: correct,
        passed: correct >= minCorrect,
        // Most come soon after noon.
        attempted_at: new Date(published.getTime() + random.between(0, 3.4) ** 2 * hourMs),
      };
    });
    await tx.db.insertInto('quiz_attempts').values(attempts).execute();
  }
};
