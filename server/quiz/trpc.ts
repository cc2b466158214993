import { z } from 'zod';
import { civilDate, line } from '../../contract/index.ts';
import { Counted, confirmInput } from '../trpc/confirm.ts';
import { nothing } from '../trpc/fields.ts';
import { editorProcedure, router } from '../trpc/procedures.ts';
import { dryRun, Rehearsal, rehearsable } from '../trpc/rehearse.ts';
import { pageOf, wholeList } from '../trpc/whole-list.ts';
import { correctQuiz } from './correct.ts';
import { editQuiz, holdQuiz } from './drafts/edit.ts';
import { discardQuiz, draftQuiz } from './generation/drafting.ts';
import { generateQuiz } from './generation/generate.ts';
import { regenerateQuestion } from './generation/regenerate.ts';
import { QuizChange, QuizCorrection, QuizEdit, QuizHold, QuizRegeneration } from './inputs.ts';
import {
  EditedQuiz,
  QuizForEditors,
  QuizId,
  QuizOfToday,
  QuizStatistics,
  QuizTrends,
  Quizzes,
  Regraded,
} from './outputs.ts';
import { publishQuiz, unpublishQuiz } from './publish.ts';
import { getQuizStatistics } from './results/statistics.ts';
import { getQuizTrends } from './results/trends.ts';
import { getQuizWithAnswers, listQuizzes } from './service.ts';
import { getQuizOfToday } from './today.ts';

const quiz = z.object({ id: z.string().describe('The id of a quiz') });
const change = quiz.extend(QuizChange.shape);
const overwrite = z.boolean().optional().describe('Whether to replace one that exists');
const generation = z.object({ overwrite }).optional();

export const quizRouter = router({
  generate: editorProcedure
    .meta({ description: "Generates today's quiz", effect: 'change' })
    .input(generation)
    .output(QuizId)
    .mutation(async ({ ctx, input }) => ({
      quizId: await generateQuiz(ctx, { overwrite: input?.overwrite }),
    })),
  list: editorProcedure
    .meta({ description: 'Lists quizzes, newest first', effect: 'read' })
    .input(
      wholeList
        .extend({ attempts: z.boolean().optional().describe('false: does not count them') })
        .prefault({}),
    )
    .output(Quizzes)
    .query(async ({ ctx, input }) => pageOf(await listQuizzes(ctx, input), input, ({ id }) => id)),
  get: editorProcedure
    .meta({ description: 'Shows a quiz with its correct answers', effect: 'read' })
    .input(quiz)
    .output(QuizForEditors)
    .query(({ ctx, input }) => getQuizWithAnswers(ctx, input.id)),
  statistics: editorProcedure
    .meta({ description: 'Shows how readers answered a quiz', effect: 'read' })
    .input(quiz)
    .output(QuizStatistics)
    .query(({ ctx, input }) => getQuizStatistics(ctx, input.id)),
  trends: editorProcedure
    .meta({ description: 'Shows how readers did at the quizzes of some days', effect: 'read' })
    .input(
      z.object({
        from: civilDate.describe('First day in São Paulo'),
        to: civilDate.describe('Last day, inclusive; at most 366 days'),
      }),
    )
    .output(QuizTrends)
    .query(({ ctx, input }) => getQuizTrends(ctx, input)),
  today: editorProcedure
    .meta({ description: 'Shows whether readers have the quiz of today', effect: 'read' })
    .output(QuizOfToday)
    .query(({ ctx }) => getQuizOfToday(ctx)),
  draft: editorProcedure
    .meta({ description: "Drafts today's quiz for review", effect: 'change' })
    .input(
      z
        .object({
          overwrite,
          blank: z.boolean().optional().describe('Ten empty questions, for an editor to write'),
        })
        .optional(),
    )
    .output(QuizId)
    .mutation(({ ctx, input }) => draftQuiz(ctx, input)),
  regenerate: editorProcedure
    .meta({ description: 'Has the model write one question of a draft anew', effect: 'change' })
    .input(quiz.extend(QuizRegeneration.shape))
    .output(EditedQuiz)
    .mutation(({ ctx, input: { id, ...question } }) => regenerateQuestion(ctx, id, question)),
  discard: editorProcedure
    .meta({ description: 'Deletes a draft quiz', effect: 'destroy' })
    .input(change.extend({ dryRun }))
    .output(Rehearsal)
    .mutation(rehearsable((ctx, { id, revision }) => discardQuiz(ctx, id, revision))),
  edit: editorProcedure
    .meta({ description: 'Edits a draft quiz', effect: 'change' })
    .input(quiz.extend(QuizEdit.shape))
    .output(EditedQuiz)
    .mutation(({ ctx, input: { id, ...edit } }) => editQuiz(ctx, id, edit)),
  hold: editorProcedure
    .meta({ description: 'Holds a draft quiz back', effect: 'change' })
    .input(quiz.extend(QuizHold.shape))
    .output(nothing)
    .mutation(({ ctx, input: { id, ...hold } }) => holdQuiz(ctx, id, hold)),
  publish: editorProcedure
    .meta({ description: 'Publishes a draft quiz', effect: 'change' })
    .input(change)
    .output(QuizId)
    .mutation(({ ctx, input: { id, revision } }) => publishQuiz(ctx, id, { revision })),
  correct: editorProcedure
    .meta({
      description: 'Corrects a published quiz and regrades attempts in favour of readers',
      effect: 'change',
    })
    .input(quiz.extend(QuizCorrection.shape))
    .output(Regraded)
    .mutation(({ ctx, input: { id, ...correction } }) => correctQuiz(ctx, id, correction)),
  unpublish: editorProcedure
    .meta({
      description:
        'Unpublishes a quiz, with a reason: once readers answered it, only counts their attempts, unless `expected` is the total',
      effect: 'destroy',
    })
    .input(change.extend({ reason: line(300).describe('Why, for the trail'), ...confirmInput }))
    .output(Counted)
    .mutation(({ ctx, input: { id, ...rest } }) => unpublishQuiz(ctx, id, rest)),
});
