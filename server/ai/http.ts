import { aiContract } from '../../contract/index.ts';
import { ctxOf, implement, ok } from '../http/router.ts';
import { listAiResources } from './service.ts';

export const aiHttp = implement(aiContract, {
  listAiResources: async ({ req }) => ok(listAiResources(ctxOf(req))),
});
