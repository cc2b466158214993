import { z } from 'zod';

/** How many questions a quiz has (docs/behaviour/quiz.md#quiz). */
export const questionCount = 10;
export const optionCount = 4;

/** A quiz as the model writes it. The schema uses only what every server with structured output supports. */
export const QuizDraft = z.object({
  title: z.string(),
  description: z.string(),
  questions: z.array(
    z.object({
      question: z.string(),
      options: z.array(z.string()),
      correctAnswer: z.string(),
      explanation: z.string(),
    }),
  ),
});
export type QuizDraft = z.infer<typeof QuizDraft>;
