import type { Readable } from 'node:stream';
import type { Embeddings } from '../clients/embeddings.ts';
import { type LanguageModel, ModelError } from '../clients/llm.ts';
import type { Newsletter } from '../clients/newsletter.ts';
import type { Scanner } from '../clients/scanner.ts';
import type { SmtpClient } from '../clients/smtp.ts';
import type { StagedObject, Storage } from '../clients/storage.ts';
import { AppError } from '../core/errors.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { RunSpan } from '../telemetry/tracing.ts';

interface Instruments {
  metrics: Metrics;
  span: RunSpan;
}

/** Wraps the model: each request is a span and is measured by its purpose and outcome. */
export const instrumentModel = (
  model: LanguageModel,
  { metrics, span }: Instruments,
): LanguageModel => ({
  ask: (request) => {
    const purpose = request.answer.name;
    return span(`model ${purpose}`, { 'leitor.purpose': purpose }, () =>
      timed(
        () => model.ask(request),
        (seconds, error) => metrics.model(purpose, modelOutcome(error), seconds),
      ),
    );
  },
});

/** Wraps the embedding service: each request is a span and is measured by its purpose and outcome. */
export const instrumentEmbeddings = (
  embeddings: Embeddings,
  { metrics, span }: Instruments,
): Embeddings => ({
  embed: (request) =>
    span(`embeddings ${request.purpose}`, {}, async () => {
      const started = performance.now();
      const outcome = await embeddings.embed(request);
      metrics.embedding(request.purpose, outcome.ok ? 'ok' : outcome.reason, secondsSince(started));
      return outcome;
    }),
});

const modelOutcome = (error: unknown): string => {
  if (error === undefined) return 'ok';
  if (error instanceof AppError) return error.code;
  return error instanceof ModelError ? error.reason : 'failed';
};

/** Wraps the newsletter: each request is measured and is a span. */
export const instrumentNewsletter = (
  newsletter: Newsletter,
  { metrics, span }: Instruments,
): Newsletter => ({
  latestEdition: (moment, signal) =>
    span('newsletter latest-edition', {}, () =>
      timed(
        () => newsletter.latestEdition(moment, signal),
        (seconds, error) => metrics.newsletter(outcomeOf(error), seconds),
      ),
    ),
  isPublished: (editionId, moment, signal) =>
    span('newsletter is-published', {}, () => newsletter.isPublished(editionId, moment, signal)),
  findSubscription: (id, signal) =>
    span('newsletter find-subscription', {}, () => newsletter.findSubscription(id, signal)),
});

/** Wraps the mail client: each attempt is a span and is measured by its outcome. */
export const instrumentMail = (mail: SmtpClient, { metrics, span }: Instruments): SmtpClient => {
  const measured =
    (send: SmtpClient['send']): SmtpClient['send'] =>
    (outgoing, deadline) =>
      span('mail send', {}, async () => {
        const started = performance.now();
        const delivery = await send(outgoing, deadline);
        metrics.mail(delivery.outcome, secondsSince(started));
        return delivery;
      });
  return {
    ...mail,
    send: measured(mail.send),
    openPool: (connections) => {
      const pool = mail.openPool(connections);
      return { ...pool, send: measured(pool.send) };
    },
  };
};

/** Wraps the scanner: each scan is a span and is measured by its outcome. */
export const instrumentScanner = (scanner: Scanner, { metrics, span }: Instruments): Scanner => ({
  scan: (contents, timeoutMs) =>
    span('scan', {}, async () => {
      const started = performance.now();
      try {
        const verdict = await scanner.scan(contents, timeoutMs);
        metrics.scan(verdict.infected ? 'infected' : 'clean', secondsSince(started));
        return verdict;
      } catch (error) {
        metrics.scan('failed', secondsSince(started));
        throw error;
      }
    }),
});

/** Wraps the storage: operations are spans, and operations and bytes are measured. */
export const instrumentStorage = (storage: Storage, { metrics, span }: Instruments): Storage => {
  const operation = <T>(name: string, work: () => Promise<T>): Promise<T> =>
    span(`storage ${name}`, {}, () =>
      timed(work, (seconds, error) => metrics.storage(name, outcomeOf(error), seconds)),
    );
  const instrumentStage = (staged: StagedObject): StagedObject => ({
    ...staged,
    store: async (contentType) => {
      await operation('store', () => staged.store(contentType));
      metrics.storageBytes('written', staged.bytes());
    },
  });
  const { presign } = storage;
  return {
    ...storage,
    stage: async (path) => instrumentStage(await operation('stage', () => storage.stage(path))),
    read: async (path, range) => {
      const source = await operation('read', () => storage.read(path, range));
      return counted(source, (bytes) => metrics.storageBytes('read', bytes));
    },
    remove: (path, options) => operation('remove', () => storage.remove(path, options)),
    list: (folder) => operation('list', () => storage.list(folder)),
    presign: presign && ((path, link) => operation('presign', () => presign(path, link))),
    // It is measured without a span, because it runs every minute outside of requests.
    check: () =>
      timed(storage.check, (seconds, error) => metrics.storage('check', outcomeOf(error), seconds)),
  };
};

/** Counts a stream's bytes while they are read. */
const counted = (source: Readable, onBytes: (bytes: number) => void): Readable =>
  // Without the pause, the listener would start the stream before it is read.
  source.on('data', (chunk: Buffer) => onBytes(chunk.length)).pause();

const timed = async <T>(
  work: () => Promise<T>,
  onEnd: (seconds: number, error: unknown) => void,
): Promise<T> => {
  const started = performance.now();
  try {
    const result = await work();
    onEnd(secondsSince(started), undefined);
    return result;
  } catch (error) {
    onEnd(secondsSince(started), error);
    throw error;
  }
};

const secondsSince = (started: number): number => (performance.now() - started) / 1_000;

const outcomeOf = (error: unknown): 'ok' | 'failed' => (error === undefined ? 'ok' : 'failed');
