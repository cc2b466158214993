import type { Logger } from 'pino';
import { openIdentityProvider } from '../auth/identity-provider.ts';
import type { Config } from '../config/config.ts';
import { isConsoleBuilt } from '../http/console-page.ts';
import type { ConsoleSite } from '../sessions/http.ts';

type ProviderOptions = Parameters<typeof openIdentityProvider>[0];

/** Returns the console's site and identity provider; undefined if no provider is configured. */
export const consoleSiteOf = (
  { oidc, auth, environment }: Config,
  { log, ...site }: Pick<ProviderOptions, 'consoleUrl' | 'now' | 'isRevoked'> & { log: Logger },
): ConsoleSite | undefined => {
  const isProduction = environment === 'production';
  if (!oidc) {
    if (isProduction) log.info('no console: OIDC_ISSUER is not set');
    return undefined;
  }
  if (isProduction && !isConsoleBuilt()) {
    log.warn('no console: it is not built: node scripts/build-console.ts');
  }
  const provider = openIdentityProvider({ oidc, rolesClaim: auth.rolesClaim, ...site });
  return { url: site.consoleUrl, provider };
};
