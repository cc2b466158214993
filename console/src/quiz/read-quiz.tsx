import type { ReactNode } from 'react';
import type { Question, Quiz } from './draft-fields.ts';
import { QuestionCard, type QuestionsProps } from './question-card.tsx';

/** A quiz that is not edited: each question with its answers, and what can be done with it. */
export const ReadQuiz = ({
  quiz: { title, description, questions },
  onChoose,
  actsOf,
  children,
}: Pick<QuestionsProps, 'onChoose'> & {
  quiz: Quiz;
  actsOf?: (question: Question, index: number) => ReactNode;
  children: (question: Question, index: number) => ReactNode;
}) => (
  <div className="stack">
    <h2>{title}</h2>
    <p>{description}</p>
    {questions.map((question, index) => (
      <QuestionCard key={question.id} index={index} onChoose={onChoose}>
        <p>{question.question}</p>
        {children(question, index)}
        <p>{question.explanation}</p>
        {actsOf?.(question, index)}
      </QuestionCard>
    ))}
  </div>
);
