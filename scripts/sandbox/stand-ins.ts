import type { Config } from '../../server/config.ts';
import { startSandboxModel } from './model.ts';
import { startSandboxNewsletter } from './newsletter.ts';
import { startSmtpSandbox } from './smtp.ts';

/**
 * Starts stand-ins for the outside services that the configuration does not name, where it lets them. Answers the
 * configuration that uses them, and a line about each.
 */
export const withStandIns = async (
  config: Config,
): Promise<{ config: Config; lines: string[]; close: () => Promise<void> }> => {
  if (!config.sandbox) return { config, lines: [], close: async () => undefined };
  const model = config.llm ? undefined : await startSandboxModel();
  const newsletter = config.newsletter ? undefined : await startSandboxNewsletter();
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
      ...(smtp && {
        mail: {
          url: smtp.url,
          from: 'Leitor <leitor@exemplo.com.br>',
          perHour: 1_000,
          paused: false,
        },
      }),
    },
    lines: [
      ...(model ? ['a stand-in for the language model (set OPENAI_API_KEY for a real one)'] : []),
      ...(newsletter
        ? ['a stand-in for the newsletter (set BEEHIIV_API_KEY, BEEHIIV_PUBLICATION_ID)']
        : []),
      ...(smtp ? ['a stand-in for the mail server, which delivers nothing (set SMTP_URL)'] : []),
    ],
    close: async () => {
      await Promise.all([model?.close(), newsletter?.close(), smtp?.close()]);
    },
  };
};
