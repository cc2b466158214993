import { quizContract } from '../../contract/index.ts';
import { createdWith, ctxOf, implement, ok, okTagged, okWith } from '../http/router.ts';
import { storedWithEffect } from '../idempotency/http.ts';
import { generateQuiz } from './generation/generate.ts';
import { getQuizResult, getTodaysQuiz, listQuizHistory } from './play/history.ts';
import { getQuiz, submitQuiz } from './play/play.ts';
import {
  historyToWire,
  quizToWire,
  resultMessage,
  resultToWire,
  todaysQuizResponse,
} from './wire.ts';

export const quizHttp = implement(quizContract, {
  getTodaysQuiz: async ({ req, res }) => todaysQuizResponse(res, await getTodaysQuiz(ctxOf(req))),
  getQuizResult: async ({ req, params }) =>
    ok(resultToWire(await getQuizResult(ctxOf(req), params.id))),
  listQuizHistory: async ({ req, query }) =>
    ok(historyToWire(await listQuizHistory(ctxOf(req), query))),
  getQuiz: async ({ req, res, params }) =>
    okTagged(res, quizToWire(await getQuiz(ctxOf(req), params.id))),
  // The response is stored with the attempt, because a reader who lost it cannot submit again.
  ...storedWithEffect(
    implement(
      { submitQuiz: quizContract.submitQuiz },
      {
        submitQuiz: async ({ req, body }) => {
          const result = await submitQuiz(ctxOf(req), body);
          return okWith(resultMessage(result), resultToWire(result));
        },
      },
    ),
  ),
  generateQuiz: async ({ req }) =>
    createdWith('Quiz gerado com sucesso', { quizId: await generateQuiz(ctxOf(req)) }),
});
