import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { AppError } from '../core/errors.ts';
import { reasonOf } from '../text/error-reason.ts';
import type { IsRevoked } from './revocations.ts';
import { type Person, tokenVerifier } from './tokens.ts';

/** The provider's address for a sign-in, and the values that its response must match. */
interface SignInRequest {
  url: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The configured OpenID provider (docs/behaviour/access.md#console). */
export interface IdentityProvider {
  /** Begins a sign-in. @throws AppError `unavailable` */
  begin: () => Promise<SignInRequest>;
  /** Exchanges the code in the callback's address. @throws AppError `sign-in-failed`, `unavailable` */
  finish: (
    returned: URL,
    expected: Omit<SignInRequest, 'url'>,
  ) => Promise<{ person: Person; issuedAt: Date }>;
}

interface ProviderOptions {
  oidc: NonNullable<Config['oidc']>;
  rolesClaim: string;
  consoleUrl: string;
  now: () => Date;
  isRevoked: IsRevoked;
}

const timeoutSeconds = 10;

/** Opens the provider; fetches its metadata at the first sign-in, and again until that succeeds. */
export const openIdentityProvider = (options: ProviderOptions): IdentityProvider => {
  let discovered: ReturnType<typeof discover> | undefined;
  const provider = () => {
    discovered ??= discover(options).catch((cause) => {
      discovered = undefined;
      throw new AppError('unavailable', { cause });
    });
    return discovered;
  };
  return {
    begin: async () => {
      const { openId, client } = await provider();
      const codeVerifier = openId.randomPKCECodeVerifier();
      const [state, nonce] = [openId.randomState(), openId.randomNonce()];
      const url = openId.buildAuthorizationUrl(client, {
        redirect_uri: `${options.consoleUrl}/console/callback`,
        scope: 'openid email profile',
        code_challenge: await openId.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return { url: url.href, state, nonce, codeVerifier };
    },
    finish: async (returned, { state, nonce, codeVerifier }) => {
      const { openId, client, previousClient, verify } = await provider();
      const exchange = (as: typeof client) =>
        openId.authorizationCodeGrant(as, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
      try {
        const { id_token: idToken } = await exchange(client).catch((error) => {
          // A refused secret leaves the code unused, so the other secret can be tried.
          if (!previousClient || !isRefusedSecret(error)) throw error;
          return exchange(previousClient);
        });
        return await verify(idToken ?? '');
      } catch (error) {
        throw new AppError(isOutage(error) ? 'unavailable' : 'sign-in-failed', { cause: error });
      }
    },
  };
};

/** Fetches the provider's metadata. @throws Error if there is none, or it is of another issuer */
export const discoverProvider = async (
  { issuer, clientId }: ProviderOptions['oidc'],
  secret: string,
) => {
  const openId = await import('openid-client');
  return openId.discovery(new URL(issuer), clientId, secret, undefined, {
    timeout: timeoutSeconds,
    // The configuration allows http only outside production.
    ...(issuer.startsWith('http:') && { execute: [openId.allowInsecureRequests] }),
  });
};

const discover = async ({ oidc, rolesClaim, now, isRevoked }: ProviderOptions) => {
  const openId = await import('openid-client');
  const client = await discoverProvider(oidc, oidc.clientSecret);
  const previousClient = oidc.previousSecret
    ? await discoverProvider(oidc, oidc.previousSecret)
    : undefined;
  const { issuer, jwks_uri: jwksUrl } = client.serverMetadata();
  if (!jwksUrl) throw new Error(`${issuer} publishes no keys`);
  const verify = tokenVerifier(
    {
      keys: { jwksUrl },
      previousSecrets: [],
      maxTokenAgeMs: undefined,
      issuer,
      audience: oidc.clientId,
      rolesClaim,
      // A higher role must come from the provider or the team.
      defaultRole: 'reader',
    },
    now,
    isRevoked,
  );
  return { openId, client, previousClient, verify };
};

const isOutage = (error: unknown): boolean =>
  (error instanceof AppError && error.code === 'unavailable') ||
  (error instanceof TypeError && reasonOf(error) === 'fetch failed') ||
  (error instanceof Error && 'code' in error && error.code === 'OAUTH_TIMEOUT') ||
  (error instanceof Error && [error, error.cause].some(isServerError));

const isServerError = (thrown: unknown): boolean =>
  z.object({ status: z.number().min(500) }).safeParse(thrown).success;

/** Returns true if the provider refused the client (RFC 6749 §5.2). */
const isRefusedSecret = (error: unknown): boolean =>
  error instanceof Error &&
  (('error' in error && error.error === 'invalid_client') ||
    ('status' in error && error.status === 401));
