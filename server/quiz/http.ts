import { quizContract } from '../../contract/index.ts';
import { answerOnceInTransaction } from '../http/idempotency.ts';
import { createdWith, ctxOf, implement, ok, okWith } from '../http/router.ts';
import { generateQuiz } from './generate.ts';
import { getQuiz, submitQuiz } from './service.ts';
import { quizToWire, resultMessage, resultToWire } from './wire.ts';

export const quizHttp = implement(quizContract, {
  getQuiz: async ({ req, params }) => ok(quizToWire(await getQuiz(ctxOf(req), params.id))),
  // The answer is kept with the attempt, for a reader who lost it: the quiz cannot be asked about again.
  submitQuiz: ({ req, body }) =>
    answerOnceInTransaction(
      req,
      { status: 200, body: quizContract.submitQuiz.responses[200] },
      body,
      async (ctx) => {
        const result = await submitQuiz(ctx, body);
        return okWith(resultMessage(result), resultToWire(result));
      },
    ),
  generateQuiz: async ({ req }) =>
    createdWith('Quiz gerado com sucesso', { quizId: await generateQuiz(ctxOf(req)) }),
});
