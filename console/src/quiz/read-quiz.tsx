import type { ReactNode } from 'react';
import type { Question, Quiz } from './draft-fields.ts';
import { QuestionCard, type QuestionsProps, type Row } from './question-card.tsx';

/** A read-only quiz. Each question is folded to a row with its answers. */
export const ReadQuiz = ({
  quiz: { title, description, questions },
  onChoose,
  rowOf,
  children,
}: Pick<QuestionsProps, 'onChoose'> & {
  quiz: Quiz;
  /** Returns the content at the end of a question's row. */
  rowOf: (question: Question, index: number) => Omit<Row, 'text'>;
  children: (question: Question, index: number) => ReactNode;
}) => (
  <div className="stack">
    <h2>{title}</h2>
    <p>{description}</p>
    <div>
      {questions.map((question, index) => (
        <QuestionCard
          key={question.id}
          index={index}
          onChoose={onChoose}
          row={{ text: question.question, ...rowOf(question, index) }}
        >
          <p>{question.question}</p>
          {children(question, index)}
          <p>{question.explanation}</p>
        </QuestionCard>
      ))}
    </div>
  </div>
);
