import { z } from 'zod';
import { email, line, text } from '../../contract/index.ts';
import { adminProcedure, router } from '../trpc/procedures.ts';
import { getGroupRanking, parseEntries } from './ranking.ts';
import { addMember, createGroup, importMembers, listGroups, removeMember } from './service.ts';

const groupId = z.guid('deve ser o identificador de um grupo');
/** A member to import. */
export const importedMember = z.object({ groupId, email });

/** How many members an import may send at once. */
export const importBatch = 5_000;

const newGroup = z.object({
  name: line(120),
  description: text().trim().min(1).max(1_000).optional(),
  isPublic: z.boolean(),
  ownerEmail: email,
});

// `2026-03-10T12:00:00.000Z_` and an id: where the last page ended.
const cursor = z
  .string()
  .regex(/^\S{24}_\S{36}$/)
  .transform((given) => ({ createdAt: new Date(given.slice(0, 24)), id: given.slice(25) }))
  .pipe(z.object({ createdAt: z.date(), id: z.guid() }));

const page = z.object({ cursor: cursor.optional(), limit: z.int().min(1).max(100).default(20) });

export const groupsRouter = router({
  create: adminProcedure.input(newGroup).mutation(({ ctx, input }) => createGroup(ctx, input)),
  list: adminProcedure.input(page.prefault({})).query(async ({ ctx, input }) => {
    const { items, next } = await listGroups(ctx, { after: input.cursor, limit: input.limit });
    const nextCursor = next && `${next.createdAt.toISOString()}_${next.id}`;
    return { items: items.map(({ id, ...group }) => ({ groupId: id, ...group })), nextCursor };
  }),
  addMember: adminProcedure
    .input(importedMember)
    .mutation(({ ctx, input }) => addMember(ctx, input.groupId, input.email)),
  removeMember: adminProcedure
    .input(importedMember)
    .mutation(({ ctx, input }) => removeMember(ctx, input.groupId, input.email)),
  ranking: adminProcedure.input(z.object({ groupId: z.string() })).query(async ({ ctx, input }) => {
    const ranking = await getGroupRanking(ctx, input.groupId);
    const { id, name, description, isPublic, ownerEmail } = ranking.group;
    return {
      group: {
        groupId: id,
        groupName: name,
        description,
        isPublic,
        ownerEmail,
        memberCount: ranking.memberCount,
      },
      ranking: parseEntries(ranking),
      lastUpdated: ranking.madeAt,
    };
  }),
  importMembers: adminProcedure
    .input(z.object({ members: z.array(importedMember).max(importBatch) }))
    .mutation(({ ctx, input }) => importMembers(ctx, input.members)),
});
