import { z } from 'zod';

/** The number of questions in a quiz (docs/behaviour/quiz.md#quiz). */
export const questionCount = 10;
export const optionCount = 4;

/** A quiz from the model. The schema only uses what every server with structured output supports. */
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

const text = z.union([z.string(), z.number().transform(String)]).catch('');
const anyQuestion = z.object({
  question: text,
  options: z.array(text).catch([]),
  correctAnswer: text,
  explanation: text,
});
const anyDraft = z.object({
  title: text,
  description: text,
  questions: z.array(anyQuestion.catch(anyQuestion.parse({}))).catch([]),
});

/** Extracts the usable texts from a value that is not a valid quiz. */
export const draftIn = (value: unknown): QuizDraft =>
  anyDraft.catch(anyDraft.parse({})).parse(value);
