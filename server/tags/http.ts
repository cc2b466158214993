import { tagsContract } from '../../contract/index.ts';
import { created, ctxOf, done, implement, okVersion } from '../http/router.ts';
import { storedWithEffect } from '../idempotency/http.ts';
import { createTag, deleteTag, listTags } from './service.ts';
import { tagToWire } from './wire.ts';

export const tagsHttp = storedWithEffect(
  implement(tagsContract, {
    createTag: async ({ req, body }) => created(tagToWire(await createTag(ctxOf(req), body))),
    listTags: async ({ req, res }) => {
      const { tags, revision } = await listTags(ctxOf(req));
      return okVersion(res, revision, tags.map(tagToWire));
    },
    deleteTag: async ({ req, params }) => {
      await deleteTag(ctxOf(req), params.id);
      return done('Tag excluída com sucesso');
    },
  }),
);
