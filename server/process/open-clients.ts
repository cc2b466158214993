import type { Logger } from 'pino';
import type { Db } from '../../db/connection/database.ts';
import { createEmbeddingBudgets, createTokenBudget } from '../ai/token-budget.ts';
import { openEmbeddings } from '../clients/embeddings.ts';
import { openLanguageModel } from '../clients/llm.ts';
import { openNewsletter } from '../clients/newsletter.ts';
import { openScanner } from '../clients/scanner.ts';
import { openSmtpClient } from '../clients/smtp.ts';
import { openWebhookSender } from '../clients/webhook-sender.ts';
import type { Config } from '../config/config.ts';
import type { BaseContext } from '../core/context.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import {
  instrumentEmbeddings,
  instrumentMail,
  instrumentModel,
  instrumentNewsletter,
  instrumentScanner,
} from './instrumented-clients.ts';

type OutsideClients = Pick<
  BaseContext,
  'llm' | 'embeddings' | 'newsletter' | 'mail' | 'webhooks' | 'scanner'
>;

/** Dependencies of {@link openClients} besides the configuration. */
interface ClientOptions {
  db: Db;
  log: Logger;
  metrics: Metrics;
  tracing: Tracing;
}

/**
 * Creates the measured and traced clients of the configured outside services. They connect at their first
 * use.
 */
export const openClients = (
  config: Config,
  { db, log, metrics, tracing }: ClientOptions,
): OutsideClients => {
  const { span } = tracing;
  return {
    llm: instrumentModel(
      openLanguageModel(config.llm, {
        fetch: tracing.fetch,
        onTokens: metrics.modelTokens,
        budget: config.modelTokensPerDay
          ? createTokenBudget({ db, log }, config.modelTokensPerDay)
          : undefined,
      }),
      { metrics, span },
    ),
    embeddings:
      config.embeddings &&
      instrumentEmbeddings(
        openEmbeddings(config.embeddings, {
          fetch: tracing.fetch,
          onTokens: metrics.embeddingTokens,
          budgets: createEmbeddingBudgets({ db, log }, config.modelTokensPerDay),
        }),
        { metrics, span },
      ),
    newsletter: instrumentNewsletter(openNewsletter(config.newsletter, tracing.fetch), {
      metrics,
      span,
    }),
    mail: config.mail && instrumentMail(openSmtpClient(config.mail), { metrics, span }),
    webhooks: openWebhookSender({ anyAddress: config.webhooks.addresses === 'any' }),
    scanner:
      config.attachments.scanner &&
      instrumentScanner(openScanner(config.attachments.scanner), { metrics, span }),
  };
};
