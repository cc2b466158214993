import { z } from 'zod';
import { line, maxId, text } from '../../contract/index.ts';
import { editorProcedure, router } from '../trpc/procedures.ts';
import { generateQuiz } from './generate.ts';
import { publishQuiz, unpublishQuiz } from './publish.ts';
import { correctQuiz, draftQuiz, editQuiz, holdQuiz } from './review.ts';
import { getQuizWithAnswers, listQuizzes } from './service.ts';
import { getQuizStatistics } from './statistics.ts';

const quiz = z.object({ id: z.string() });
const change = quiz.extend({
  revision: z
    .int()
    .min(1)
    .max(maxId)
    .optional()
    .describe('The one that get returned; refuses the change if the quiz has another'),
});
const generation = z.object({ overwrite: z.boolean().optional() }).optional();
const question = z.object({
  id: z.string(),
  question: text().max(500).optional(),
  options: z.array(text().max(300)).max(4).optional(),
  correctAnswer: text().max(300).optional(),
  explanation: text().max(1_000).optional(),
});

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
    .input(
      change.extend({
        title: text().max(200).optional(),
        description: text().max(500).optional(),
        questions: z.array(question).max(10).optional().describe('Only those that change'),
        dryRun: z.boolean().optional().describe('Only checks the result'),
      }),
    )
    .mutation(({ ctx, input: { id, ...edit } }) => editQuiz(ctx, id, edit)),
  hold: editorProcedure
    .input(
      change.extend({
        held: z.boolean().default(true).describe('false: published at noon again'),
        reason: line(300).optional(),
      }),
    )
    .mutation(({ ctx, input: { id, ...hold } }) => holdQuiz(ctx, id, hold)),
  publish: editorProcedure
    .input(change)
    .mutation(({ ctx, input: { id, revision } }) => publishQuiz(ctx, id, { revision })),
  correct: editorProcedure
    .input(
      change.extend({
        questionId: z.string(),
        correctAnswer: text().max(300).optional(),
        question: text().max(500).optional(),
        explanation: text().max(1_000).optional(),
        dryRun: z.boolean().optional().describe('Only counts the attempts'),
        expected: z.int().min(0).optional().describe('How many attempts a dry run counted'),
      }),
    )
    .mutation(({ ctx, input: { id, ...correction } }) => correctQuiz(ctx, id, correction)),
  unpublish: editorProcedure
    .input(change.extend({ reason: line(300) }))
    .mutation(({ ctx, input: { id, ...rest } }) => unpublishQuiz(ctx, id, rest)),
});
