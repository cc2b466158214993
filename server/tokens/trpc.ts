import { z } from 'zod';
import { bodyId, email } from '../../contract/index.ts';
import { moment } from '../trpc/fields.ts';
import { because } from '../trpc/input-issue.ts';
import { adminProcedure, router } from '../trpc/procedures.ts';
import { Revocations, Revoked } from './outputs.ts';
import { listRevocations, revokeTokens } from './service.ts';

/** Ending tokens before they expire. */
export const tokensRouter = router({
  revoke: adminProcedure
    .meta({ description: 'Revokes the tokens of a person, or one token', effect: 'privilege' })
    .input(
      z
        .object({
          email: email.optional().describe('Every token of this person'),
          tokenId: z.string().min(1).max(255).optional().describe('One token: its jti claim'),
          issuedBefore: moment.optional().describe('Only tokens issued before; default now'),
        })
        .refine(
          ({ email: person, tokenId }) => (person === undefined) !== (tokenId === undefined),
          because('must name an email or a tokenId'),
        ),
    )
    .output(Revoked)
    .mutation(({ ctx, input: { email: person, tokenId, issuedBefore } }) =>
      revokeTokens(
        ctx,
        person === undefined ? { tokenId: tokenId ?? '' } : { email: person },
        issuedBefore,
      ),
    ),
  list: adminProcedure
    .meta({ description: 'Lists revocations of tokens', effect: 'read' })
    .input(
      z.object({
        email: email.optional(),
        cursor: bodyId.optional(),
        limit: z.int().min(1).max(100).default(20),
      }),
    )
    .output(Revocations)
    .query(({ ctx, input: { email: person, cursor, limit } }) =>
      listRevocations(ctx, { email: person, before: cursor, limit }),
    ),
});
