import { afterAll, describe, expect, it } from 'vitest';
import { errorCode } from '../../public-client.ts';
import { answering, attempted, openQuizRoom } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { clock, db, aQuiz, aReader } = room;

describe('GET /quiz/{id}', () => {
  it('returns the quiz with exactly its fields', async () => {
    // A day of its own, at half past eight in the evening in São Paulo.
    clock.now = new Date('2026-08-12T23:30:00.000Z');
    const quiz = await aQuiz();
    const { client } = await aReader();
    const { status, body } = await client.getQuiz({ params: { id: quiz.id } });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        id: quiz.id,
        title: quiz.title,
        description: quiz.description,
        quizDate: '2026-08-13',
        minCorrectAnswers: 6,
        questions: quiz.questions.map(({ id, question, position, options }) => ({
          id,
          question,
          type: 'radio',
          position,
          options,
        })),
      },
    });
  });

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
    for (const word of [
      'correct',
      'explanation',
      'answer',
      ...quiz.questions.map((q) => q.explanation),
    ]) {
      expect(before.replace('minCorrectAnswers', '')).not.toContain(word);
    }
    const lines = JSON.stringify(room.logs.slice(logged));
    expect(lines).toContain('request completed');
    for (const { question, options } of quiz.questions) {
      expect(lines).not.toContain(question);
      expect(options.filter((option) => lines.includes(`"${option}"`))).toEqual([]);
    }
  });

  it.each([
    ['an id that no quiz has', '3c1a8e0e-52c9-4f0b-9a55-1d0f5c0f8f11'],
    ['something that is no id', 'hoje'],
    ['a number', '1'],
    ['a quote', "'; drop table quizzes; --"],
  ])('returns 404 for %s', async (_, id) => {
    const { client } = await aReader();
    const response = await client.getQuiz({ params: { id } });
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ success: false, message: 'quiz não encontrado' });
  });

  it('refuses a reader who has attempted the quiz, whatever the case of their e-mail', async () => {
    const quiz = await aQuiz();
    const { client, email } = await aReader();
    await client.submitQuiz({ body: { quizId: quiz.id, answers: answering(quiz, 0) } });
    const shouting = await aReader(email.toUpperCase());
    for (const reader of [client, shouting.client]) {
      const response = await reader.getQuiz({ params: { id: quiz.id } });
      expect(response.status).toBe(403);
      expect(response.body).toEqual({ success: false, message: attempted });
      expect(errorCode(response)).toBe('quiz-already-attempted');
    }
  });
});
