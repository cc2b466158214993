import { z } from 'zod';
import { email, text, visibleLine } from '../../contract/index.ts';
import { mapPage } from '../core/page.ts';
import { cursorOf, idPage, limitOf, nothing, onlyChecks } from '../trpc/fields.ts';
import { adminProcedure, router } from '../trpc/procedures.ts';
import { dryRun, Rehearsal, rehearsable } from '../trpc/rehearse.ts';
import { Group, Groups, ImportOutcome, Members, NewGroupId } from './outputs.ts';
import {
  addMember,
  createGroup,
  importMembers,
  listGroups,
  listMembers,
  removeMember,
  updateGroup,
} from './service.ts';

const groupId = z.guid().describe('The id of a group');
export const importedMember = z.object({
  groupId,
  email: email.describe('The e-mail of the member'),
});

export const importBatch = 5_000;

const description = text().trim().min(1).max(1_000);
const descriptionText = 'A text below the name';
const newGroup = z.object({
  name: visibleLine(120).describe('What its page says'),
  description: description.optional().describe(descriptionText),
  isPublic: z.boolean().describe('Whether every reader may see its ranking'),
  ownerEmail: email.describe('Who may change it'),
});
const groupEdit = newGroup.partial().extend({
  groupId,
  description: description.nullable().optional().describe(`${descriptionText}; null removes it`),
});

// The cursor `2026-03-10T12:00:00.000Z_` and an id is the last group of the previous page.
const cursor = z
  .string()
  .regex(/^\S{24}_\S{36}$/)
  .transform((given) => ({ createdAt: new Date(given.slice(0, 24)), id: given.slice(25) }))
  .pipe(z.object({ createdAt: z.date(), id: z.guid() }));

const page = z.object({ cursor: cursorOf(cursor), limit: limitOf(100, 20) });

export const groupsRouter = router({
  create: adminProcedure
    .meta({ description: 'Creates a group', effect: 'change' })
    .input(newGroup)
    .output(NewGroupId)
    .mutation(({ ctx, input }) => createGroup(ctx, input)),
  list: adminProcedure
    .meta({ description: 'Lists groups, newest first', effect: 'read' })
    .input(page.prefault({}))
    .output(Groups)
    .query(async ({ ctx, input }) => {
      const found = await listGroups(ctx, { after: input.cursor, limit: input.limit });
      return mapPage(found, ({ id, ...group }) => ({ groupId: id, ...group }));
    }),
  update: adminProcedure
    .meta({ description: 'Changes a group', effect: 'change' })
    .input(groupEdit)
    .output(Group)
    .mutation(async ({ ctx, input: { groupId: given, ...changes } }) => {
      const { id, ...group } = await updateGroup(ctx, given, changes);
      return { groupId: id, ...group };
    }),
  members: adminProcedure
    .meta({ description: 'Lists the members of a group in the order of joining', effect: 'read' })
    .input(z.object({ groupId, ...idPage }))
    .output(Members)
    .query(({ ctx, input: { groupId: given, cursor, limit } }) =>
      listMembers(ctx, given, { after: cursor ?? 0, limit }),
    ),
  addMember: adminProcedure
    .meta({ description: 'Adds a member to a group', effect: 'change' })
    .input(importedMember)
    .output(nothing)
    .mutation(({ ctx, input }) => addMember(ctx, input.groupId, input.email)),
  removeMember: adminProcedure
    .meta({ description: 'Removes a member from a group', effect: 'destroy' })
    .input(importedMember.extend({ dryRun }))
    .output(Rehearsal)
    .mutation(rehearsable((ctx, input) => removeMember(ctx, input.groupId, input.email))),
  importMembers: adminProcedure
    .meta({
      description:
        'Imports up to 5,000 members of groups that exist; `refused` lists the indexes of the others',
      effect: 'change',
      large: true,
    })
    .input(
      z.object({
        members: z.array(importedMember).max(importBatch).describe('Groups and e-mails'),
        dryRun: onlyChecks,
      }),
    )
    .output(ImportOutcome)
    .mutation(({ ctx, input }) => importMembers(ctx, input.members, input)),
});
