import { randomUUID } from 'node:crypto';
import { insertQuiz } from '../../db/quiz/quiz.ts';
import { addDays, civilDayOf, hourMs } from '../../server/core/civil-time.ts';
import type { TxContext } from '../../server/core/context.ts';
import { editionText } from '../../server/quiz/edition-text.ts';
import { demoEditions } from '../sandbox/editions.ts';
import { quizFromText } from '../sandbox/quiz-from-text.ts';
import type { DemoReader } from './demo-readers.ts';
import { between, chance, pick } from './random.ts';

const quizDays = 14;
const minCorrect = 6;

/** Stores the quizzes and attempts of two weeks up to yesterday. A passed quiz credits the day. */
export const seedQuizzes = async (tx: TxContext, readers: readonly DemoReader[]): Promise<void> => {
  const today = civilDayOf(tx.now());
  const texts = demoEditions(tx.now()).map(({ html }) => editionText(html));
  for (let back = quizDays; back > 0; back -= 1) {
    const day = addDays(today, -back);
    const title = `${day.slice(8)}/${day.slice(5, 7)}`;
    const asked = quizFromText(texts[back % texts.length] ?? '').questions.map((question) => ({
      ...question,
      id: randomUUID(),
      options: [...question.options.slice(back % 4), ...question.options.slice(0, back % 4)],
    }));
    const quizId = await insertQuiz(tx.db, {
      quizDate: day,
      title: `Quiz de ${title}`,
      description: 'Dez perguntas sobre a edição. Com seis acertos você recupera o dia.',
      editionText: texts.join('\n\n'),
      editionId: `post_demo_${day}`,
      editionTitle: `Edição de ${title}`,
      questions: asked,
    });
    const published = new Date(`${day}T12:00:00-03:00`);
    await tx.db
      .updateTable('quizzes')
      .set({ created_at: published })
      .where('id', '=', quizId)
      .execute();
    const attempts = readers.flatMap(({ email, days }) => {
      if (!chance(days.has(day) ? 0.45 : 0.1)) return [];
      const skill = between(0.5, 0.95);
      const answers = asked.map(({ id, options, correctAnswer }) => {
        return [id, chance(skill) ? correctAnswer : pick(options)] as const;
      });
      const correct = answers.filter(([, answer], index) => answer === asked[index]?.correctAnswer);
      const passed = correct.length >= minCorrect;
      if (passed) days.add(day);
      return {
        quiz_id: quizId,
        email,
        answers: JSON.stringify(Object.fromEntries(answers)),
        correct_answers: correct.length,
        passed,
        // Most attempts are made soon after noon.
        attempted_at: new Date(published.getTime() + between(0, 3.4) ** 2 * hourMs),
      };
    });
    await tx.db.insertInto('quiz_attempts').values(attempts).execute();
  }
};
