import { z } from 'zod';

/** One reader in a ranking, as the database writes it (specification §2.7). */
export const rankingEntry = z.strictObject({
  position: z.int(),
  displayName: z.string(),
  email: z.string(),
  currentStreak: z.int(),
  maxStreak: z.int(),
  lastInteractionDate: z.string().nullable(),
});
export type RankingEntry = z.infer<typeof rankingEntry>;
