import { findStreak } from '../../db/streaks/streaks.ts';
import { startAppWithNewsletter } from './edition-fixtures.ts';

/** The service with a controlled clock, quizzes, readers and an administrator. */
export const openQuizRoom = async (env: Record<string, string> = {}) => {
  const clock = { now: new Date('2026-05-12T23:30:00.000Z') };
  const room = await startAppWithNewsletter(
    { QUIZ_GENERATE_AUTH: 'open', ...env },
    { now: () => clock.now },
  );
  // By now all editions of the newsletter have been published.
  clock.now = new Date('2026-05-14T23:30:00.000Z');
  const admin = await room.trpc({ role: 'admin' });
  const { db } = room.service.contextFor('test');
  const get = (id: string) => admin.quiz.get.query({ id });
  const nextDay = () => {
    clock.now = new Date(clock.now.getTime() + 86_400_000);
  };
  return {
    ...room,
    clock,
    admin,
    db,
    get,
    nextDay,
    /** Advances the clock to the next day and generates its quiz. */
    aQuiz: async () => {
      nextDay();
      return get((await admin.quiz.generate.mutate()).quizId);
    },
    /** Advances the clock to the next day and drafts its quiz. */
    aDraft: async () => {
      nextDay();
      return get((await admin.quiz.draft.mutate()).quizId);
    },
    aReader: async (email = `${crypto.randomUUID()}@exemplo.com.br`) => ({
      email,
      client: await room.client({ email }),
    }),
    readerToken: () => room.token(),
    agent: () => room.trpc({ role: 'agent' }),
    streakOf: (email: string) => findStreak(db, email),
    /** The audited acts on a quiz, latest first. */
    actsOn: async (id: string) => {
      const { items } = await admin.audit.list.query({ target: `quiz:${id}` });
      return items.map(({ action, changes }) => [action, ...changes]);
    },
  };
};

/** A quiz with its correct answers. */
export type AnsweredQuiz = Awaited<ReturnType<Awaited<ReturnType<typeof openQuizRoom>>['aQuiz']>>;

/** Answers to a quiz, of which the first `right` are correct. */
export const answering = (quiz: AnsweredQuiz, right: number) =>
  quiz.questions.map(({ id, options, correctAnswer }, index) => ({
    fieldId: id,
    answer:
      index < right ? correctAnswer : (options.find((option) => option !== correctAnswer) ?? ''),
  }));

/** The error with which a procedure refuses. */
export const refusal = (errorCode: string, state?: string) => ({
  data: { errorCode, ...(state && { state }) },
});
