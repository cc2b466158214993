import { z } from 'zod';
import { line, maxId, text } from '../../contract/index.ts';

/** The revision that a change was made for. */
const revision = z
  .int()
  .min(1)
  .max(maxId)
  .optional()
  .describe('The one that get returned; refuses the change if the quiz has another');

export const QuizChange = z.object({ revision });

const questionText = text().max(500).optional();
const answerText = text().max(300).optional();
const explanationText = text().max(1_000).optional();

/** Changes of a draft and its questions; omitted fields stay. */
export const QuizEdit = QuizChange.extend({
  title: text().max(200).optional(),
  description: text().max(500).optional(),
  questions: z
    .array(
      z.object({
        id: z.string(),
        question: questionText,
        options: z.array(text().max(300)).max(4).optional(),
        correctAnswer: answerText,
        explanation: explanationText,
      }),
    )
    .max(10)
    .optional()
    .describe('Only those that change'),
  order: z.array(z.string()).max(10).optional().describe('The ids of all questions'),
  dryRun: z.boolean().optional().describe('Only checks the result'),
});
export type QuizEdit = z.output<typeof QuizEdit>;

export const QuizRegeneration = QuizChange.extend({ questionId: z.string() });

export const QuizHold = QuizChange.extend({
  held: z.boolean().default(true).describe('false: published at noon again'),
  reason: line(300).optional(),
});
export type QuizHold = z.output<typeof QuizHold>;

export const QuizCorrection = QuizChange.extend({
  questionId: z.string(),
  annul: z.boolean().optional().describe('Counts the question as right for everybody, for good'),
  correctAnswer: answerText,
  options: z
    .array(text().max(300))
    .length(4)
    .optional()
    .describe('All four in their order, with a typo mended'),
  question: questionText,
  explanation: explanationText,
  dryRun: z.boolean().optional().describe('Only counts the attempts'),
  expected: z.int().min(0).optional().describe('How many attempts a dry run counted'),
});
export type QuizCorrection = z.output<typeof QuizCorrection>;
