import { z } from 'zod';
import { QuizFailureReason, QuizMissingReason } from '../../contract/index.ts';
import { listOf, moment } from '../trpc/fields.ts';

export const QuizId = z.object({ quizId: z.string() });

const status = z.enum(['draft', 'held', 'published', 'unpublished']);

export const Quizzes = listOf(
  z.object({
    id: z.string(),
    quizDate: z.string(),
    title: z.string(),
    description: z.string(),
    editionTitle: z.string(),
    createdAt: moment,
    minCorrectAnswers: z.number(),
    attempts: z.number().nullable().describe('null: not counted'),
    passed: z.number().nullable(),
    averageCorrect: z.number().nullable(),
    status,
    refused: z.boolean(),
  }),
);
export type Quizzes = z.output<typeof Quizzes>;

const Question = z.object({
  id: z.string(),
  question: z.string(),
  options: z.array(z.string()),
  correctAnswer: z.string(),
  explanation: z.string(),
});

const findings = {
  refused: z.boolean().describe('Whether the checks refused what the model wrote'),
  findings: z.array(z.string()).describe('Why a draft cannot be published'),
  warnings: z.array(z.string()).describe('What an editor should look at again'),
};

export const QuizForEditors = z.object({
  id: z.string(),
  quizDate: z.string(),
  title: z.string(),
  description: z.string(),
  minCorrectAnswers: z.number(),
  revision: z.number(),
  status,
  reason: z.string().nullable().describe('Why it is held or unpublished'),
  editionTitle: z.string(),
  editionText: z.string().nullable(),
  ...findings,
  questions: z.array(
    Question.extend({
      position: z.number(),
      formerAnswers: z.array(z.string()),
      annulled: z.boolean().describe('It counts as right for everybody'),
    }),
  ),
});
export type QuizForEditors = z.output<typeof QuizForEditors>;

/** A draft with its findings. */
export const EditedQuiz = z.object({
  id: z.string(),
  quizDate: z.string(),
  title: z.string(),
  description: z.string(),
  editionId: z.string(),
  editionTitle: z.string(),
  revision: z.number(),
  held: z.boolean(),
  heldReason: z.string().nullable(),
  questions: z.array(Question),
  ...findings,
  problems: z.array(z.string()).describe('As `findings`'),
  createdAt: moment,
});
export type EditedQuiz = z.output<typeof EditedQuiz>;

export const QuizStatistics = z.object({
  countedAt: moment.describe('When the attempts were counted'),
  attempts: z.number(),
  passed: z.number(),
  /** The average is 0 without attempts, like every share. */
  averageCorrect: z.number(),
  /** The numbers of attempts with 0, 1, … 10 correct answers. */
  distribution: z.array(z.number()),
  /** The numbers of attempts in each hour of the quiz's day (São Paulo), 0 to 23. */
  attemptsByHour: z.array(z.number()),
  questions: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      correctRate: z.number(),
      options: z.array(z.object({ text: z.string(), correct: z.boolean(), chosen: z.number() })),
    }),
  ),
});
export type QuizStatistics = z.output<typeof QuizStatistics>;

export const Regraded = z.object({
  regraded: z.number().describe('Attempts that gain a right answer'),
  passed: z.number().describe('Those of them that now pass'),
  days: z.number().describe('Readers who get the day: the others had it'),
});

export const QuizTrends = z.object({
  days: z.array(
    z.object({
      quizDate: z.string(),
      id: z.string(),
      title: z.string(),
      status,
      attempts: z.number(),
      passed: z.number(),
      averageCorrect: z.number(),
      hardest: z
        .object({ question: z.string(), correctRate: z.number() })
        .nullable()
        .describe('null: nobody answered'),
    }),
  ),
});
export type QuizDay = z.output<typeof QuizTrends>['days'][number];

export { QuizFailureReason, type QuizMissingReason } from '../../contract/index.ts';

/** The state of today's quiz for readers, with the reason if there is none. */
export const QuizOfToday = z.object({
  quizDate: z.string(),
  missing: z.boolean().describe('It is past noon, and readers see no quiz'),
  reason: QuizMissingReason.nullable(),
  error: z.string().nullable().describe('Why the last run of the job failed'),
  lastFailure: z
    .object({
      at: moment,
      reason: QuizFailureReason,
      edition: z.string().optional().describe('The title of the edition'),
    })
    .nullable()
    .describe('The last attempt to generate it, if that failed'),
  held: z
    .object({ reason: z.string().nullable() })
    .nullable()
    .describe('Drafts of today are not published at noon'),
  findings: z.array(z.string()),
  quizId: z.string().nullable().describe('The draft or quiz of today'),
});
export type QuizOfToday = z.output<typeof QuizOfToday>;
