import { afterAll, describe, expect, it } from 'vitest';
import { errorCode } from '../../public-client.ts';
import { answering, openQuizRoom } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { db, aQuiz, aReader } = room;

describe('GET /quiz/{id}', () => {
  it('returns the same bytes whatever the correct answers are, and logs nothing of the quiz', async () => {
    const quiz = await aQuiz();
    const authorization = `Bearer ${await room.readerToken()}`;
    const bytes = async () => {
      const response = await fetch(`${room.url}/quiz/${quiz.id}`, {
        headers: { authorization, 'x-request-id': 'the-same' },
      });
      const headers = [...response.headers].filter(([name]) => name !== 'date');
      return `${JSON.stringify(headers)}\n${await response.text()}`;
    };
    const logged = room.logs.length;
    const before = await bytes();
    for (const { id, options, correctAnswer } of quiz.questions) {
      const other = options.find((option) => option !== correctAnswer) ?? '';
      await db
        .updateTable('quiz_questions')
        .set({
          correct_answer: other,
          explanation: 'Outra explicação, bem mais comprida do que era.',
        })
        .where('id', '=', id)
        .execute();
    }
    expect(await bytes()).toBe(before);
    for (const word of ['correct', 'explanation', 'answer', 'revision', 'edition']) {
      expect(before.replace('minCorrectAnswers', '')).not.toContain(word);
    }
    const lines = JSON.stringify(room.logs.slice(logged));
    expect(lines).toContain('request completed');
    for (const { question, options } of quiz.questions) {
      expect(lines).not.toContain(question);
      expect(options.filter((option) => lines.includes(`"${option}"`))).toEqual([]);
    }
  });

  it('refuses a reader who has attempted the quiz, whatever the case of their e-mail', async () => {
    const quiz = await aQuiz();
    const { client, email } = await aReader();
    await client.submitQuiz({ body: { quizId: quiz.id, answers: answering(quiz, 0) } });
    const shouting = await aReader(email.toUpperCase());
    for (const reader of [client, shouting.client]) {
      const response = await reader.getQuiz({ params: { id: quiz.id } });
      expect([response.status, errorCode(response)]).toEqual([403, 'quiz-already-attempted']);
    }
  });
});
