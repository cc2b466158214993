import { AppError } from '../errors.ts';
import type { Job } from '../jobs/job.ts';
import { generateQuiz } from './generate.ts';

const minute = 60_000;

/**
 * Generates the quiz of the day at noon (docs/behaviour.md#quiz). Retries until 18:00 without an edition or when the
 * newsletter or the model fails; succeeds if the day has a quiz already.
 */
export const dailyQuizJob: Job = {
  name: 'daily-quiz',
  schedule: '0 12 * * *',
  mode: 'once',
  windowMs: 6 * 60 * minute,
  retryPausesMs: [1, 2, 5, 10, 15, 30].map((minutes) => minutes * minute),
  run: async (ctx, { signal, finish }) => {
    try {
      const quizId = await generateQuiz(ctx, { signal, publish: finish });
      ctx.log.info({ quizId }, 'quiz generated');
    } catch (error) {
      if (error instanceof AppError && error.code === 'quiz-already-generated') return;
      throw error;
    }
  },
};
