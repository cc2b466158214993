import { z } from 'zod';
import { email, text, visibleLine } from '../../contract/index.ts';
import { mapPage } from '../page.ts';
import { idCursor, onlyChecks } from '../trpc/fields.ts';
import { adminProcedure, router } from '../trpc/procedures.ts';
import {
  addMember,
  createGroup,
  importMembers,
  listGroups,
  listMembers,
  removeMember,
  updateGroup,
} from './service.ts';

const groupId = z.guid();
/** A member to import. */
export const importedMember = z.object({ groupId, email });

/** How many members an import may send at once. */
export const importBatch = 5_000;

const description = text().trim().min(1).max(1_000);
const newGroup = z.object({
  name: visibleLine(120),
  description: description.optional(),
  isPublic: z.boolean(),
  ownerEmail: email,
});
const groupEdit = newGroup
  .partial()
  .extend({ groupId, description: description.nullable().optional() });

// `2026-03-10T12:00:00.000Z_` and an id: the last group of the previous page.
const cursor = z
  .string()
  .regex(/^\S{24}_\S{36}$/)
  .transform((given) => ({ createdAt: new Date(given.slice(0, 24)), id: given.slice(25) }))
  .pipe(z.object({ createdAt: z.date(), id: z.guid() }));

const page = z.object({ cursor: cursor.optional(), limit: z.int().min(1).max(100).default(20) });

export const groupsRouter = router({
  create: adminProcedure.input(newGroup).mutation(({ ctx, input }) => createGroup(ctx, input)),
  list: adminProcedure.input(page.prefault({})).query(async ({ ctx, input }) => {
    const found = await listGroups(ctx, { after: input.cursor, limit: input.limit });
    return mapPage(found, ({ id, ...group }) => ({ groupId: id, ...group }));
  }),
  update: adminProcedure
    .input(groupEdit)
    .mutation(async ({ ctx, input: { groupId: given, ...changes } }) => {
      const { id, ...group } = await updateGroup(ctx, given, changes);
      return { groupId: id, ...group };
    }),
  members: adminProcedure
    .input(
      z.object({
        groupId,
        cursor: idCursor.optional(),
        limit: z.int().min(1).max(100).default(20),
      }),
    )
    .query(({ ctx, input: { groupId: given, cursor, limit } }) =>
      listMembers(ctx, given, { after: cursor ?? 0, limit }),
    ),
  addMember: adminProcedure
    .input(importedMember)
    .mutation(({ ctx, input }) => addMember(ctx, input.groupId, input.email)),
  removeMember: adminProcedure
    .input(importedMember)
    .mutation(({ ctx, input }) => removeMember(ctx, input.groupId, input.email)),
  importMembers: adminProcedure
    .input(z.object({ members: z.array(importedMember).max(importBatch), dryRun: onlyChecks }))
    .mutation(({ ctx, input }) => importMembers(ctx, input.members, input)),
});
