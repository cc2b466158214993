import { findStreak } from '../../db/streaks/streaks.ts';
import { startAppWithNewsletter } from './edition-fixtures.ts';

/** The message of a second attempt. */
export const attempted = 'você já tentou este quiz. cada quiz pode ser tentado apenas uma vez.';

/** The service with a given clock, quizzes, readers and an administrator. */
export const openQuizRoom = async (env: Record<string, string> = {}) => {
  const clock = { now: new Date('2026-05-12T23:30:00.000Z') };
  const room = await startAppWithNewsletter(
    { QUIZ_GENERATE_AUTH: 'open', ...env },
    { now: () => clock.now },
  );
  const admin = await room.trpc({ role: 'admin' });
  const { db } = room.service.contextFor('test');
  return {
    ...room,
    clock,
    admin,
    db,
    /** Moves the clock to the next day and generates its quiz. */
    aQuiz: async () => {
      clock.now = new Date(clock.now.getTime() + 86_400_000);
      const { quizId } = await admin.quiz.generate.mutate();
      return admin.quiz.get.query({ id: quizId });
    },
    aReader: async (email = `${crypto.randomUUID()}@exemplo.com.br`) => ({
      email,
      client: await room.client({ email }),
    }),
    readerToken: () => room.token(),
    agent: () => room.trpc({ role: 'agent' }),
    streakOf: (email: string) => findStreak(db, email),
  };
};

/** A quiz with its correct answers. */
export type AnsweredQuiz = Awaited<ReturnType<Awaited<ReturnType<typeof openQuizRoom>>['aQuiz']>>;

/** Answers, the first `right` of them correct. */
export const answering = (quiz: AnsweredQuiz, right: number) =>
  quiz.questions.map(({ id, options, correctAnswer }, index) => ({
    fieldId: id,
    answer:
      index < right ? correctAnswer : (options.find((option) => option !== correctAnswer) ?? ''),
  }));
