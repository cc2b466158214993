import { tagsContract } from '../../contract/index.ts';
import { created, ctxOf, done, implement, okTagged } from '../http/router.ts';
import { storedWithEffect } from '../idempotency/http.ts';
import { createTag, deleteTag, listTags } from './service.ts';
import { tagToWire } from './wire.ts';

export const tagsHttp = storedWithEffect(
  implement(tagsContract, {
    createTag: async ({ req, body }) => created(tagToWire(await createTag(ctxOf(req), body))),
    listTags: async ({ req, res }) => okTagged(res, (await listTags(ctxOf(req))).map(tagToWire)),
    deleteTag: async ({ req, params }) => {
      await deleteTag(ctxOf(req), params.id);
      return done('Tag excluída com sucesso');
    },
  }),
);
