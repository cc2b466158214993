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

const questionText = text().max(500).optional().describe('The question');
const answerText = text()
  .max(300)
  .optional()
  .describe('The option that is right, letter by letter');
const explanationText = text().max(1_000).optional().describe('Why the answer is right');
const questionId = z.string().describe('The id of a question, as get returns it');

/** Changes of a draft and its questions; omitted fields stay. */
export const QuizEdit = QuizChange.extend({
  title: text().max(200).optional().describe('What readers see above it'),
  description: text().max(500).optional().describe('A text below the title'),
  questions: z
    .array(
      z.object({
        id: questionId,
        question: questionText,
        options: z.array(text().max(300)).max(4).optional().describe('The answers to choose from'),
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

export const QuizRegeneration = QuizChange.extend({ questionId });

export const QuizHold = QuizChange.extend({
  held: z.boolean().default(true).describe('false: published at noon again'),
  reason: line(300).optional().describe('Why, for other editors'),
});
export type QuizHold = z.output<typeof QuizHold>;

export const QuizCorrection = QuizChange.extend({
  questionId,
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
