import { z } from 'zod';
import { bodyId, email, visibleLine } from '../../contract/index.ts';
import { roles } from '../config/roles.ts';
import { cursorOf, limitOf, moment, onlyChecks } from '../trpc/fields.ts';
import { because } from '../trpc/input-issue.ts';
import { adminProcedure, router } from '../trpc/procedures.ts';
import { keyDomains } from './domains.ts';
import { createKey } from './keys.ts';
import { NewKeyToken, Revoked, Tokens } from './outputs.ts';
import { listTokens, revokeTokens } from './service.ts';

/** Keys for programs, and ending tokens before they expire. */
export const tokensRouter = router({
  create: adminProcedure
    .meta({
      description: 'Makes a key for a program, with at most the caller’s rights; shows it once',
      effect: 'privilege',
    })
    .input(
      z.object({
        name: visibleLine(60).describe('What uses it; the trail names it'),
        role: z.enum(roles).describe('What it may do'),
        domains: z
          .array(z.enum(keyDomains))
          .min(1)
          .optional()
          .describe('Only procedures and operations of these; by default all'),
        expiresAt: moment.optional().describe('When it ends; by default never'),
      }),
    )
    .output(NewKeyToken)
    .mutation(({ ctx, input: { name, role, domains, expiresAt } }) =>
      createKey(ctx, { name, role, domains, expiresAt }),
    ),
  revoke: adminProcedure
    .meta({
      description: 'Ends a key, the tokens, keys and sessions of a person, or one token',
      effect: 'privilege',
    })
    .input(
      z
        .object({
          id: bodyId.optional().describe('A key, and those that were made with it'),
          email: email.optional().describe('Every token and key of this person'),
          tokenId: z.string().min(1).max(255).optional().describe('One token: its jti claim'),
          issuedBefore: moment.optional().describe('Only what was issued before; default now'),
          dryRun: onlyChecks,
        })
        .refine(
          (given) =>
            [given.id, given.email, given.tokenId].filter((one) => one !== undefined).length === 1,
          because('must name an id, an email or a tokenId'),
        )
        .refine(
          ({ id, issuedBefore }) => id === undefined || issuedBefore === undefined,
          because('issuedBefore: a key ends now'),
        ),
    )
    .output(Revoked)
    .mutation(({ ctx, input: { id, email: person, tokenId = '', issuedBefore, dryRun } }) => {
      const options = { issuedBefore, dryRun };
      if (id !== undefined) return revokeTokens(ctx, { id }, options);
      return revokeTokens(ctx, person === undefined ? { tokenId } : { email: person }, options);
    }),
  list: adminProcedure
    .meta({ description: 'Lists keys and revocations of tokens, newest first', effect: 'read' })
    .input(
      z.object({
        kind: z.enum(['key', 'revocation']).optional().describe('Only these; by default both'),
        email: email.optional().describe('Only of this person'),
        cursor: cursorOf(bodyId),
        limit: limitOf(100, 20),
      }),
    )
    .output(Tokens)
    .query(({ ctx, input: { kind, email: person, cursor, limit } }) =>
      listTokens(ctx, { kind, email: person, before: cursor, limit }),
    ),
});
