import type { QuizSubmissionResult, TodaysQuiz } from '@leitor/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { queries, queryClient } from './leitor.ts';
import { Loaded } from './loaded.tsx';

/** Today's quiz: its questions until it is answered, then the result. */
export const Quiz = () => {
  const query = useQuery(queries.getTodaysQuiz.queryOptions());
  return (
    <section id="quiz">
      <h2>{query.data?.title ?? 'Quiz de hoje'}</h2>
      {query.error?.code === 'quiz-not-found' ? (
        <p>O quiz de hoje sai ao meio-dia.</p>
      ) : (
        <Loaded query={query}>
          {(quiz) =>
            quiz.status === 'open' ? <Questions quiz={quiz} /> : <Result result={quiz.result} />
          }
        </Loaded>
      )}
    </section>
  );
};

const Questions = ({ quiz }: { quiz: Extract<TodaysQuiz, { status: 'open' }> }) => {
  const submission = useMutation({
    ...queries.submitQuiz.mutationOptions(),
    // The streak and the ranking change with it.
    onSuccess: () => queries.invalidate(queryClient),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const answers = [...new FormData(event.currentTarget)].map(([fieldId, answer]) => ({
      fieldId,
      answer: String(answer),
    }));
    submission.mutate({ quizId: quiz.id, answers });
  };
  return (
    <form onSubmit={submit}>
      <p>{quiz.description}</p>
      {quiz.questions.map(({ id, question, position, options }) => (
        <fieldset key={id}>
          <legend>
            {position}. {question}
          </legend>
          {options.map((option) => (
            <label key={option}>
              <input type="radio" name={id} value={option} required /> {option}
            </label>
          ))}
        </fieldset>
      ))}
      <button type="submit" disabled={submission.isPending}>
        Responder
      </button>
      {submission.error && <p role="alert">{submission.error.message}</p>}
    </form>
  );
};

const Result = ({ result }: { result: QuizSubmissionResult }) => (
  <>
    <p className="big">
      {result.correctAnswers} de {result.totalQuestions}
    </p>
    <p>
      {result.passed
        ? 'Sua sequência está garantida.'
        : `São necessários ${result.minRequired} acertos.`}
    </p>
    <ol>
      {result.details.map(({ fieldId, question, userAnswer, correctAnswer, isCorrect }) => (
        <li key={fieldId} className={isCorrect ? 'right' : 'wrong'}>
          {question} <strong>{correctAnswer}</strong>
          {!isCorrect && userAnswer && <> (você respondeu {userAnswer})</>}
        </li>
      ))}
    </ol>
  </>
);
