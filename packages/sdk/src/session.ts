import type { LeitorOptions } from './options.ts';

/** A client's token, renewed once for all requests that were refused together. */
export interface Session {
  token: () => Promise<string | undefined>;
  /** Renews the token that a request was refused with; resolves to true if there is another token now. */
  renew: (refused: string | undefined) => Promise<boolean>;
}

export const createSession = ({ token, getToken, onUnauthorized }: LeitorOptions): Session => {
  let latest = token;
  let renewing: Promise<void> | undefined;
  const current = async () => (getToken ? getToken() : latest);
  const renewOnce = async () => {
    const renewed = await onUnauthorized?.();
    if (typeof renewed === 'string') latest = renewed;
  };
  return {
    token: current,
    renew: async (refused) => {
      if (!onUnauthorized) return false;
      // A request that was sent before a renewal may be refused after it.
      if (!renewing && (await current()) !== refused) return true;
      renewing ??= renewOnce().finally(() => {
        renewing = undefined;
      });
      await renewing;
      return (await current()) !== refused;
    },
  };
};
