import type { Tag } from '../../contract/index.ts';
import type { TagRow } from './service.ts';

export const tagToWire = (tag: TagRow): Tag => ({
  id: tag.id,
  name: tag.name,
  color: tag.color,
  isDefault: tag.isDefault,
  createdAt: tag.createdAt.toISOString(),
  updatedAt: tag.updatedAt.toISOString(),
});
