import type { Person } from '../person.ts';
import { refusals } from '../refusal.ts';
import { actOf, withAct } from './audit.ts';
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
  withAct(
    `insert into tags (name, color, is_default) values ($1, $2, $3) on conflict do nothing returning ${columns}`,
    'tag',
    'tags.create',
    3,
  ),
);

const lockDefault = statement(
  'lock-default',
  `select pg_advisory_xact_lock(hashtext('tags.is_default'))`,
);

const demoteDefault = statement(
  'demote-default',
  'update tags set is_default = false, updated_at = now() where is_default',
);

export const createTag = async (
  fields: { name: string; color: string; isDefault: boolean },
  person: Person,
): Promise<Tag> => {
  const row = [fields.name, fields.color, fields.isDefault, ...actOf(person, fields)];
  const [tag] = fields.isDefault
    ? await inTransaction(async (client) => {
        await lockDefault([], client);
        await demoteDefault([], client);
        return insertTag(row, client);
      })
    : await insertTag(row);
  if (!tag) throw refusals.tagName();
  return tag;
};
