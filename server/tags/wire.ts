import type { Tag } from '../../contract/index.ts';
import { okOnce } from '../http/router.ts';
import type { TagRow } from './service.ts';

/** Maps a tag to the API's fields. */
export const tagToWire = (tag: TagRow): Tag => ({
  id: tag.id,
  name: tag.name,
  color: tag.color,
  isDefault: tag.isDefault,
  createdAt: tag.createdAt.toISOString(),
  updatedAt: tag.updatedAt.toISOString(),
});

/** The response with a list of tags. */
export const tagListResponse = okOnce((tags: readonly TagRow[]): Tag[] => tags.map(tagToWire));
