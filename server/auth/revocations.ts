import type { Logger } from 'pino';
import type { Db } from '../../db/connection/database.ts';
import { hashEmail, listRevocationsSince } from '../../db/tokens/revocations.ts';

/** Tests a token; `issuedAt` is in milliseconds, 0 if the token has none. */
export type IsRevoked = (token: {
  email: string | undefined;
  tokenId: string | undefined;
  issuedAt: number;
}) => boolean;

export interface Revocations {
  isRevoked: IsRevoked;
  stop: () => void;
}

const refreshMs = 2_000;

/** Fetches new revocations every two seconds. While the database is unreachable, the known ones apply. */
export const watchRevocations = async (db: Db, log: Logger): Promise<Revocations> => {
  const byEmail = new Map<string, number>();
  const byTokenId = new Map<string, number>();
  let since = new Date(0);
  const refresh = async () => {
    for (const row of await listRevocationsSince(db, since)) {
      const key = row.emailHash?.toString('base64') ?? row.tokenId ?? '';
      const known = row.emailHash ? byEmail : byTokenId;
      known.set(key, Math.max(known.get(key) ?? 0, row.revokedFrom.getTime()));
      since = row.createdAt;
    }
  };
  await refresh();
  let refreshing = false;
  const timer = setInterval(async () => {
    if (refreshing) return;
    refreshing = true;
    await refresh().catch((error) => log.warn({ err: error }, 'could not fetch token revocations'));
    refreshing = false;
  }, refreshMs);
  timer.unref();
  return {
    isRevoked: ({ email, tokenId, issuedAt }) => {
      const ofPerson =
        email !== undefined && byEmail.size > 0
          ? byEmail.get(hashEmail(email).toString('base64'))
          : undefined;
      const ofToken = tokenId === undefined ? undefined : byTokenId.get(tokenId);
      return issuedAt < Math.max(ofPerson ?? 0, ofToken ?? 0);
    },
    stop: () => clearInterval(timer),
  };
};
