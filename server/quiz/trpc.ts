import { z } from 'zod';
import { line } from '../../contract/index.ts';
import { editorProcedure, router } from '../trpc/procedures.ts';
import { generateQuiz } from './generate.ts';
import { QuizChange, QuizCorrection, QuizEdit, QuizHold } from './inputs.ts';
import { publishQuiz, unpublishQuiz } from './publish.ts';
import { correctQuiz, draftQuiz, editQuiz, holdQuiz } from './review.ts';
import { getQuizWithAnswers, listQuizzes } from './service.ts';
import { getQuizStatistics } from './statistics.ts';

const quiz = z.object({ id: z.string() });
const change = quiz.extend(QuizChange.shape);
const generation = z.object({ overwrite: z.boolean().optional() }).optional();

export const quizRouter = router({
  generate: editorProcedure.input(generation).mutation(async ({ ctx, input }) => ({
    quizId: await generateQuiz(ctx, { overwrite: input?.overwrite }),
  })),
  list: editorProcedure
    .input(
      z
        .object({ attempts: z.boolean().optional().describe('false: does not count them') })
        .optional(),
    )
    .query(async ({ ctx, input }) => ({ items: await listQuizzes(ctx, input) })),
  get: editorProcedure.input(quiz).query(({ ctx, input }) => getQuizWithAnswers(ctx, input.id)),
  statistics: editorProcedure
    .input(quiz)
    .query(({ ctx, input }) => getQuizStatistics(ctx, input.id)),
  draft: editorProcedure
    .input(generation)
    .mutation(({ ctx, input }) => draftQuiz(ctx, { overwrite: input?.overwrite })),
  edit: editorProcedure
    .input(quiz.extend(QuizEdit.shape))
    .mutation(({ ctx, input: { id, ...edit } }) => editQuiz(ctx, id, edit)),
  hold: editorProcedure
    .input(quiz.extend(QuizHold.shape))
    .mutation(({ ctx, input: { id, ...hold } }) => holdQuiz(ctx, id, hold)),
  publish: editorProcedure
    .input(change)
    .mutation(({ ctx, input: { id, revision } }) => publishQuiz(ctx, id, { revision })),
  correct: editorProcedure
    .input(quiz.extend(QuizCorrection.shape))
    .mutation(({ ctx, input: { id, ...correction } }) => correctQuiz(ctx, id, correction)),
  unpublish: editorProcedure
    .input(change.extend({ reason: line(300) }))
    .mutation(({ ctx, input: { id, ...rest } }) => unpublishQuiz(ctx, id, rest)),
});
