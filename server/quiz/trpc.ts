import { z } from 'zod';
import { procedure, router } from '../trpc/procedures.ts';
import { generateQuiz } from './generate.ts';
import { getQuizWithAnswers, listQuizzes } from './service.ts';

export const quizRouter = router({
  generate: procedure
    .input(z.object({ overwrite: z.boolean().optional() }).optional())
    .mutation(async ({ ctx, input }) => ({
      quizId: await generateQuiz(ctx, { overwrite: input?.overwrite }),
    })),
  list: procedure.query(async ({ ctx }) => ({ items: await listQuizzes(ctx) })),
  get: procedure
    .input(z.object({ id: z.string() }))
    .query(({ ctx, input }) => getQuizWithAnswers(ctx, input.id)),
});
