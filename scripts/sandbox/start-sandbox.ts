import type { Config } from '../../server/config/config.ts';
import { startSandboxIdentityProvider } from './identity-provider.ts';
import { startSandboxModel } from './model.ts';
import { startSandboxNewsletter } from './newsletter.ts';
import { startSmtpSandbox } from './smtp.ts';

const mailbox = 'leitor@exemplo.com.br';

/**
 * Starts stubs of the outside services that are not configured, if the configuration allows a sandbox.
 * Returns the configuration that uses them and a line of text about each.
 */
export const startSandbox = async (
  config: Config,
): Promise<{ config: Config; lines: string[]; close: () => Promise<void> }> => {
  if (!config.sandbox) return { config, lines: [], close: async () => undefined };
  const model = config.llm ? undefined : await startSandboxModel();
  const newsletter = config.newsletter ? undefined : await startSandboxNewsletter();
  // The provider is not started, because several processes would need the same one.
  const identities =
    config.oidc || config.processes > 1
      ? undefined
      : await startSandboxIdentityProvider(config.auth.rolesClaim);
  const smtp = config.mail ? undefined : await startSmtpSandbox();
  return {
    config: {
      ...config,
      ...(model && { llm: { apiKey: 'sandbox', baseUrl: model.baseUrl, model: 'sandbox' } }),
      ...(newsletter && {
        newsletter: {
          apiKey: 'sandbox',
          publicationId: newsletter.publicationId,
          baseUrl: newsletter.baseUrl,
        },
      }),
      ...(identities && { oidc: { ...identities, previousSecret: undefined } }),
      ...(smtp && {
        mail: {
          url: smtp.url,
          requireTls: false,
          from: `Leitor <${mailbox}>`,
          perHour: 1_000,
          paused: false,
        },
        inbound: { ...config.inbound, ownAddresses: [mailbox] },
      }),
    },
    lines: [
      ...(model ? ['a stub of the language model (set OPENAI_API_KEY for a real one)'] : []),
      ...(newsletter
        ? ['a stub of the newsletter (set BEEHIIV_API_KEY, BEEHIIV_PUBLICATION_ID)']
        : []),
      ...(identities ? ['an OpenID provider of its own (set OIDC_ISSUER for a real one)'] : []),
      ...(smtp ? ['a stub of the mail server, which delivers nothing (set SMTP_URL)'] : []),
    ],
    close: async () => {
      await Promise.all([model?.close(), newsletter?.close(), identities?.close(), smtp?.close()]);
    },
  };
};
