import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import type { Configuration } from 'oidc-provider';
import { z } from 'zod';
import type { Role } from '../../server/config/roles.ts';

/** A person of the sandbox's identity provider, with the claims of their ID token. */
export interface SandboxAccount {
  email: string;
  name: string;
  /** The role in the ID token; undefined leaves it out. */
  role?: Role;
}

/** The accounts that can sign in to the console of `npm start`. */
const demoAccounts: readonly SandboxAccount[] = [
  { email: 'agente@exemplo.com', name: 'Agente', role: 'agent' },
  { email: 'editora@exemplo.com', name: 'Editora', role: 'editor' },
  { email: 'admin@exemplo.com', name: 'Administração', role: 'admin' },
];

interface SandboxIdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  close: () => Promise<void>;
}

const client = { clientId: 'console', clientSecret: 'for-the-sandbox-alone' };

/**
 * Starts an OpenID provider whose page has a button for each person. Its library is loaded at the first
 * request, because that takes longer than the rest of the start.
 * @param rolesClaim the claim of the ID token with the role
 */
export const startSandboxIdentityProvider = async (
  rolesClaim: string,
  accounts: readonly SandboxAccount[] = demoAccounts,
): Promise<SandboxIdentityProvider> => {
  let handler: Promise<RequestListener> | undefined;
  const server = createServer((req, res) => {
    handler ??= createHandler(issuer, rolesClaim, accounts);
    handler.then((handle) => handle(req, res)).catch(() => res.destroy());
  }).listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const issuer = `http://127.0.0.1:${address.port}`;
  return {
    issuer,
    ...client,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

const createHandler = async (
  issuer: string,
  rolesClaim: string,
  accounts: readonly SandboxAccount[],
): Promise<RequestListener> => {
  const { interactionPolicy, Provider } = await import('oidc-provider');
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const prompts = interactionPolicy.base();
  // The provider asks for no consent.
  prompts.remove('consent');
  // The provider asks for a person at every sign-in, so that a developer can switch accounts.
  prompts
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check('choice', 'a person is chosen', (ctx) =>
        ctx.oidc.result?.login
          ? interactionPolicy.Check.NO_NEED_TO_PROMPT
          : interactionPolicy.Check.REQUEST_PROMPT,
      ),
    );
  const configuration: Configuration = {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        // A native client may return to any port of this machine.
        application_type: 'native',
        redirect_uris: ['127.0.0.1', 'localhost'].map((host) => `http://${host}/console/callback`),
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 60,
      IdToken: 60,
      Interaction: 600,
      Session: 600,
    },
    cookies: { keys: [crypto.randomUUID()] },
    features: { devInteractions: { enabled: false } },
    interactions: { policy: prompts, url: (_ctx, { uid }) => `/entrar/${uid}` },
    // The ID token contains the claims of the scopes, like that of most providers.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', rolesClaim] },
    findAccount: (_ctx, sub) => {
      const account = accounts.find(({ email }) => email === sub);
      if (!account) return undefined;
      const { email, name, role } = account;
      return {
        accountId: sub,
        claims: () => ({ sub, email, email_verified: true, name, [rolesClaim]: role }),
      };
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
  const provider = new Provider(issuer, configuration);
  const handle = provider.callback();
  return async (req, res) => {
    if (!req.url?.startsWith('/entrar/')) {
      handle(req, res);
    } else if (req.method === 'POST') {
      const accountId = z.string().parse(new URLSearchParams(await text(req)).get('email'));
      await provider.interactionFinished(req, res, { login: { accountId, remember: false } });
    } else {
      res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(choicePage(accounts));
    }
  };
};

const choicePage = (accounts: readonly SandboxAccount[]): string => `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<title>Entrar no leitor</title>
<h1>Quem entra?</h1>
${accounts
  .map(
    ({ email }) =>
      `<form method="post"><input type="hidden" name="email" value="${email}"><button>${email}</button></form>`,
  )
  .join('\n')}
</html>
`;
