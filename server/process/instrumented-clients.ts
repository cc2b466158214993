import type { Embeddings } from '../clients/embeddings.ts';
import { type LanguageModel, ModelError } from '../clients/llm.ts';
import type { Newsletter } from '../clients/newsletter.ts';
import type { Scanner } from '../clients/scanner.ts';
import type { SmtpClient } from '../clients/smtp.ts';
import type { Storage } from '../clients/storage.ts';
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
        (seconds, _, error) => metrics.model(purpose, modelOutcome(error), seconds),
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
    span(`embeddings ${request.purpose}`, {}, () =>
      timed(
        () => embeddings.embed(request),
        (seconds, result) =>
          metrics.embedding(request.purpose, result?.ok === false ? result.reason : 'ok', seconds),
      ),
    ),
});

const modelOutcome = (error: unknown): string => {
  if (error === undefined) return 'ok';
  if (error instanceof AppError) return error.code;
  return error instanceof ModelError ? error.reason : 'failed';
};

/** Wraps the newsletter: each request is a span, and those for the latest edition are measured. */
export const instrumentNewsletter = (
  newsletter: Newsletter,
  { metrics, span }: Instruments,
): Newsletter => ({
  latestEdition: (...asked) =>
    span('newsletter latest-edition', {}, () =>
      timed(
        () => newsletter.latestEdition(...asked),
        (seconds, _, error) => metrics.newsletter(outcomeOf(error), seconds),
      ),
    ),
  isPublished: (...asked) =>
    span('newsletter is-published', {}, () => newsletter.isPublished(...asked)),
  findSubscription: (...asked) =>
    span('newsletter find-subscription', {}, () => newsletter.findSubscription(...asked)),
});

/** Wraps the mail client: each attempt is a span and is measured by its outcome. */
export const instrumentMail = (mail: SmtpClient, { metrics, span }: Instruments): SmtpClient => {
  const measured = <Sender extends Pick<SmtpClient, 'send'>>(sender: Sender): Sender => ({
    ...sender,
    send: (...asked) =>
      span('mail send', {}, () =>
        timed(
          () => sender.send(...asked),
          (seconds, result) => metrics.mail(result?.outcome ?? 'unknown', seconds),
        ),
      ),
  });
  return { ...measured(mail), openPool: (connections) => measured(mail.openPool(connections)) };
};

/** Wraps the scanner: each scan is a span and is measured by its outcome. */
export const instrumentScanner = (scanner: Scanner, { metrics, span }: Instruments): Scanner => ({
  scan: (...asked) =>
    span('scan', {}, () =>
      timed(
        () => scanner.scan(...asked),
        (seconds, verdict) => {
          const found = verdict?.infected ? 'infected' : 'clean';
          metrics.scan(verdict ? found : 'failed', seconds);
        },
      ),
    ),
});

/** Wraps the storage: operations are spans, and operations and bytes are measured. */
export const instrumentStorage = (storage: Storage, { metrics, span }: Instruments): Storage => {
  const measured = <T>(name: string, work: () => Promise<T>): Promise<T> =>
    timed(work, (seconds, _, error) => metrics.storage(name, outcomeOf(error), seconds));
  const operation = <T>(name: string, work: () => Promise<T>): Promise<T> =>
    span(`storage ${name}`, {}, () => measured(name, work));
  const { presign } = storage;
  return {
    ...storage,
    stage: async (path) => {
      const staged = await operation('stage', () => storage.stage(path));
      return {
        ...staged,
        store: async (headers) => {
          await operation('store', () => staged.store(headers));
          metrics.storageBytes('written', staged.bytes());
        },
      };
    },
    read: async (path, range) => {
      const source = await operation('read', () => storage.read(path, range));
      let bytes = 0;
      source.once('close', () => metrics.storageBytes('read', bytes));
      // Without the pause, the listener would start the stream before it is read.
      return source.on('data', (chunk: Buffer) => (bytes += chunk.length)).pause();
    },
    remove: (path, options) => operation('remove', () => storage.remove(path, options)),
    list: (folder) => operation('list', () => storage.list(folder)),
    presign: presign && ((path, link) => operation('presign', () => presign(path, link))),
    // It is measured without a span, because it runs every minute outside of requests.
    check: () => measured('check', storage.check),
  };
};

/** Reports the seconds of a step, with its result or its error. */
const timed = async <T>(
  work: () => Promise<T>,
  onEnd: (seconds: number, result?: T, error?: unknown) => void,
): Promise<T> => {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1_000;
  try {
    const result = await work();
    onEnd(seconds(), result);
    return result;
  } catch (error) {
    onEnd(seconds(), undefined, error);
    throw error;
  }
};

const outcomeOf = (error: unknown): 'ok' | 'failed' => (error === undefined ? 'ok' : 'failed');
