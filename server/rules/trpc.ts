import { z } from 'zod';
import { bodyId, line, text } from '../../contract/index.ts';
import { idOf, listOf, moment, NewId } from '../trpc/fields.ts';
import { because } from '../trpc/input-issue.ts';
import { adminProcedure, agentProcedure, router } from '../trpc/procedures.ts';
import { dryRun, Rehearsal, rehearsable } from '../trpc/rehearse.ts';
import { pageOf, wholeList } from '../trpc/whole-list.ts';
import { deleteRule, listRules, previewRule, saveRule } from './service.ts';

const sender = text()
  .overwrite((given) => given.trim().toLowerCase().replace(/^@/, ''))
  .regex(/^([^\s@]+@)?[^\s@]+\.[^\s@]+$/)
  .max(254);

const when = z
  .object({
    from: sender.optional().describe('The address of who wrote, or its domain'),
    subject: line(300).optional().describe('Stands in the subject of the ticket'),
    main: line(120).optional().describe('The category of the ticket'),
    body: line(1_000).optional().describe('Stands in the first 10 000 characters of the message'),
  })
  .describe('All that are given must hold, whatever capitals and accents');

/** Rules compare texts without accents: a text of accents alone would match everything. */
const givenWhen = when.refine(
  (given) =>
    Object.values(given).every((condition) => /[^\s\p{M}]/u.test(condition.normalize('NFD'))),
  because('must have more than accents in each condition'),
);

const fields = z.object({
  name: line(60).describe('What the list of rules says'),
  enabled: z.boolean().default(true).describe('Whether it runs'),
  position: z.int().min(0).max(10_000).default(0).describe('The lowest that matches wins'),
  on: z
    .enum(['ticket', 'message'])
    .describe('ticket: its first message; message: its requester’s further ones'),
  when,
  macroId: bodyId.describe('A shared macro'),
});

const Rule = fields.extend({
  id: z.number(),
  macroName: z.string(),
  updatedAt: moment,
  lastRun: z
    .object({
      at: moment,
      ticketId: z.number(),
      error: z.string().nullable().describe('Why it failed; the ticket is as it came'),
    })
    .nullable()
    .describe('Of the last week'),
});

const Preview = z.object({
  checked: z.number().describe('The newest tickets that were read'),
  matched: z.number(),
  items: z.array(
    z.object({
      ticketId: z.number(),
      subject: z.string(),
      requesterEmail: z.string().nullable(),
      createdAt: moment,
    }),
  ),
});

/** Macros that run on messages of readers. */
export const rulesRouter = router({
  list: agentProcedure
    .meta({ description: 'Lists the rules in the order in which they are tried', effect: 'read' })
    .input(wholeList.prefault({}))
    .output(listOf(Rule))
    .query(async ({ ctx, input }) => pageOf(await listRules(ctx), input, ({ id }) => String(id))),
  save: adminProcedure
    .meta({
      description: 'Saves a rule: a macro that runs on the messages of readers that match',
      effect: 'outward',
    })
    .input(
      fields.extend({
        when: givenWhen,
        id: bodyId.optional().describe('The rule to replace; by default a new one'),
      }),
    )
    .output(NewId)
    .mutation(({ ctx, input }) => saveRule(ctx, input)),
  delete: adminProcedure
    .meta({ description: 'Deletes a rule', effect: 'destroy' })
    .input(z.object({ id: idOf('a rule'), dryRun }))
    .output(Rehearsal)
    .mutation(rehearsable((ctx, { id }) => deleteRule(ctx, id))),
  preview: adminProcedure
    .meta({
      description:
        'Shows what a rule would match among the newest 10 000 tickets of some days, as far as three seconds reach',
      effect: 'read',
    })
    .input(
      z.object({
        when: givenWhen,
        days: z.int().min(1).max(30).default(30).describe('How many days back'),
      }),
    )
    .output(Preview)
    .query(({ ctx, input }) => previewRule(ctx, input)),
});
