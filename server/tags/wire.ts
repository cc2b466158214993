import type { Tag } from '../../contract/index.ts';
import type { TagRow } from './service.ts';

/** A tag as the API answers it (specification §2.3). */
export const tagToWire = (tag: TagRow): Tag => ({
  id: tag.id,
  name: tag.name,
  color: tag.color,
  isDefault: tag.isDefault,
  createdAt: tag.createdAt.toISOString(),
  updatedAt: tag.updatedAt.toISOString(),
});
