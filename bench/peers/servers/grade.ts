import { Refusal } from './refusal.ts';

export interface AnsweredQuestion {
  id: string;
  question: string;
  options: string[];
  correctAnswer: string;
  explanation: string;
}

export interface Answer {
  fieldId: string;
  answer: string;
}

/** The result of an attempt, with the message for the reader. */
export const gradeAttempt = (
  quiz: { minCorrectAnswers: number; questions: AnsweredQuestion[] },
  answers: readonly Answer[],
) => {
  const given = new Map<string, string>();
  for (const [index, { fieldId, answer }] of answers.entries()) {
    const question = quiz.questions.find(({ id }) => id === fieldId);
    if (!question) throw new Refusal(400, `answers.${index}.fieldId não é uma pergunta deste quiz`);
    if (given.has(fieldId)) throw new Refusal(400, `answers.${index}.fieldId repete uma pergunta`);
    if (!question.options.includes(answer)) {
      throw new Refusal(400, `answers.${index}.answer não é uma das opções`);
    }
    given.set(fieldId, answer);
  }
  const details = quiz.questions.map(({ id, question, correctAnswer, explanation }) => {
    const userAnswer = given.get(id) ?? '';
    const isCorrect = userAnswer === correctAnswer;
    return { fieldId: id, question, userAnswer, correctAnswer, isCorrect, explanation };
  });
  const correctAnswers = details.filter(({ isCorrect }) => isCorrect).length;
  const passed = correctAnswers >= quiz.minCorrectAnswers;
  const message = passed
    ? `Parabéns! Você acertou ${correctAnswers} de ${details.length} e sua sequência de leitura foi recuperada.`
    : `Você acertou ${correctAnswers} de ${details.length}. São necessários ${quiz.minCorrectAnswers} acertos para recuperar a sequência.`;
  return {
    message,
    result: {
      totalQuestions: details.length,
      correctAnswers,
      passed,
      minRequired: quiz.minCorrectAnswers,
      streakRecovered: passed,
      details,
    },
  };
};
