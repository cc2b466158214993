import { z } from 'zod';
import { roles } from '../config/roles.ts';
import { Counted } from '../trpc/confirm.ts';
import { moment } from '../trpc/fields.ts';

export const Revoked = Counted.extend({
  revokedFrom: moment.describe('Tokens issued before this moment are refused'),
});

export const NewKeyToken = z.object({
  id: z.number(),
  token: z.string().describe('The key, which is shown only here'),
});

const revocation = {
  id: z.number(),
  tokenId: z.string().nullable(),
  revokedFrom: moment.describe('Tokens issued before this moment are refused'),
  createdAt: moment,
};

const Key = z.object({
  kind: z.literal('key'),
  id: z.number(),
  name: z.string(),
  role: z.enum(roles),
  domains: z.array(z.string()).nullable().describe('null: all'),
  createdBy: z.string().describe('An e-mail, or the name of a key or service account'),
  createdAt: moment,
  lastUsedAt: moment.nullable().describe('To the minute'),
  expiresAt: moment.nullable(),
  revokedAt: moment.nullable(),
});

export const Tokens = z.object({
  items: z.array(
    z.discriminatedUnion('kind', [
      Key,
      z.object({ kind: z.literal('person'), ...revocation }),
      z.object({ kind: z.literal('token'), ...revocation }),
    ]),
  ),
  nextCursor: z.number().nullable(),
});
