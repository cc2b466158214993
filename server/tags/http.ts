import { tagsContract } from '../../contract/index.ts';
import { created, ctxOf, done, implement } from '../http/router.ts';
import { createTag, deleteTag, listTags } from './service.ts';
import { tagListResponse, tagToWire } from './wire.ts';

export const tagsHttp = implement(tagsContract, {
  createTag: async ({ req, body }) => created(tagToWire(await createTag(ctxOf(req), body))),
  listTags: async ({ req }) => tagListResponse(await listTags(ctxOf(req))),
  deleteTag: async ({ req, params }) => {
    await deleteTag(ctxOf(req), params.id);
    return done('Tag excluída com sucesso');
  },
});
