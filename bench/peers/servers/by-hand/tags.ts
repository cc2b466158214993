import type { Person } from '../person.ts';
import { Refusal } from '../refusal.ts';
import { actOf, withAct } from './audit.ts';
import { statement } from './database.ts';

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

export const createTag = async (
  fields: { name: string; color: string; isDefault: boolean },
  person: Person,
): Promise<Tag> => {
  const { name, color, isDefault } = fields;
  const [tag] = await insertTag([name, color, isDefault, ...actOf(person, fields)]);
  if (!tag) throw new Refusal(400, 'Já existe uma tag com este nome');
  return tag;
};
