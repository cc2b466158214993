import type { Quiz } from '../../../console/src/quiz/draft-fields.ts';

/** A quiz of Thursday 2026-11-26 whose questions have four options; the second is right. */
export const aQuiz = (change: Partial<Quiz> = {}, count = 3): Quiz => ({
  id: 'q',
  quizDate: '2026-11-26',
  title: 'Título',
  description: 'Descrição',
  minCorrectAnswers: 7,
  revision: 4,
  status: 'draft',
  reason: null,
  refused: false,
  editionTitle: 'Edição de hoje',
  findings: [],
  warnings: [],
  editionText: 'Lisboa achou um mapa de 1502.\nA feira abre em Curitiba.',
  questions: Array.from({ length: count }, (_, at) => ({
    id: `p${at}`,
    position: at + 1,
    question: `Pergunta de teste ${at}?`,
    options: ['a', 'b', 'c', 'd'].map((name) => `${name}${at}`),
    correctAnswer: `b${at}`,
    explanation: `Explicação ${at}`,
    formerAnswers: [],
    annulled: false,
  })),
  ...change,
});
