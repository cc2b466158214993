import { signToken } from '../../server/auth/tokens.ts';
import type { Config } from '../../server/config/config.ts';
import type { Role } from '../../server/config/roles.ts';
import { dayMs } from '../../server/core/civil-time.ts';

/** Signs a token for a service with this configuration, valid for `days`. */
export const issueToken = (
  config: Config,
  secret: string,
  person: { email?: string; name?: string | undefined; role: Role },
  days: number,
): Promise<string> =>
  signToken(
    secret,
    {
      role: person.role,
      ...(person.email && { email: person.email }),
      ...(person.name && { name: person.name }),
    },
    {
      expiresAt: new Date(Date.now() + days * dayMs),
      rolesClaim: config.auth.rolesClaim,
      ...(config.auth.issuer && { issuer: config.auth.issuer }),
      ...(config.auth.audience && { audience: config.auth.audience }),
    },
  );
