import { refusals } from '../refusal.ts';
import { inTransaction, statement } from './database.ts';

interface Tag {
  id: number;
  name: string;
  color: string;
  isDefault: boolean;
  createdAt: Date;
  updatedAt: Date;
}

const columns =
  'id, name, color, is_default as "isDefault", created_at as "createdAt", updated_at as "updatedAt"';

export const listTags = statement<Tag>(
  'list-tags',
  `select ${columns} from tags order by name collate "pt-BR-x-icu"`,
);

const insertTag = statement<Tag>(
  'insert-tag',
  `insert into tags (name, color, is_default) values ($1, $2, $3) on conflict do nothing returning ${columns}`,
);

const lockDefault = statement(
  'lock-default',
  `select pg_advisory_xact_lock(hashtext('tags.is_default'))`,
);

const demoteDefault = statement(
  'demote-default',
  'update tags set is_default = false, updated_at = now() where is_default',
);

export const createTag = async (name: string, color: string, isDefault: boolean): Promise<Tag> => {
  const [tag] = isDefault
    ? await inTransaction(async (client) => {
        await lockDefault([], client);
        await demoteDefault([], client);
        return insertTag([name, color, true], client);
      })
    : await insertTag([name, color, false]);
  if (!tag) throw refusals.tagName();
  return tag;
};
