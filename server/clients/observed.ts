import { pipeline, type Readable, Transform } from 'node:stream';
import type { Measures } from '../observe/measures.ts';
import type { RunSpan } from '../observe/tracing.ts';
import { type LanguageModel, ModelError } from './llm.ts';
import type { Mail } from './mail.ts';
import type { Newsletter } from './newsletter.ts';
import type { StagedObject, Storage } from './storage.ts';

/** Whom an observed client tells. */
export interface Observers {
  measures: Measures;
  span: RunSpan;
}

/** The same model; each question is measured by what it was for and how it ended, and is a span. */
export const observedModel = (
  model: LanguageModel,
  { measures, span }: Observers,
): LanguageModel => ({
  ask: (request) => {
    const purpose = request.answer.name;
    return span(`model ${purpose}`, { 'leitor.purpose': purpose }, () =>
      timed(
        () => model.ask(request),
        (seconds, error) => measures.model(purpose, modelOutcome(error), seconds),
      ),
    );
  },
});

const modelOutcome = (error: unknown): string => {
  if (error === undefined) return 'ok';
  return error instanceof ModelError ? error.reason : 'failed';
};

/** The same newsletter; each question is measured, and is a span. */
export const observedNewsletter = (
  newsletter: Newsletter,
  { measures, span }: Observers,
): Newsletter => ({
  latestEdition: (moment, signal) =>
    span('newsletter latest-edition', {}, () =>
      timed(
        () => newsletter.latestEdition(moment, signal),
        (seconds, error) => measures.newsletter(outcomeOf(error), seconds),
      ),
    ),
});

/** The same mail; each attempt is measured by what became of it, and is a span. */
export const observedMail = (mail: Mail, { measures, span }: Observers): Mail => ({
  ...mail,
  send: (outgoing) =>
    span('mail send', {}, async () => {
      const started = performance.now();
      const delivery = await mail.send(outgoing);
      measures.mail(delivery.outcome, secondsSince(started));
      return delivery;
    }),
});

/** The same storage; its operations and bytes are measured, and its operations are spans. */
export const observedStorage = (storage: Storage, { measures, span }: Observers): Storage => {
  const operation = <T>(name: string, work: () => Promise<T>): Promise<T> =>
    span(`storage ${name}`, {}, () =>
      timed(work, (seconds, error) => measures.storage(name, outcomeOf(error), seconds)),
    );
  const observedStage = (staged: StagedObject): StagedObject => ({
    ...staged,
    store: async (contentType) => {
      await operation('store', () => staged.store(contentType));
      measures.storageBytes('written', staged.bytes());
    },
  });
  const { presign } = storage;
  return {
    ...storage,
    stage: async (path) => observedStage(await operation('stage', () => storage.stage(path))),
    read: async (path, range) => {
      const source = await operation('read', () => storage.read(path, range));
      return counted(source, (bytes) => measures.storageBytes('read', bytes));
    },
    remove: (path, options) => operation('remove', () => storage.remove(path, options)),
    presign: presign && ((path, link) => operation('presign', () => presign(path, link))),
    check: () => operation('check', () => storage.check()),
  };
};

/** A stream of the same bytes. It fails as its source fails, and ends its source when it is given up. */
const counted = (source: Readable, tell: (bytes: number) => void): Readable => {
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      tell(chunk.length);
      done(null, chunk);
    },
  });
  pipeline(source, meter, () => undefined);
  return meter;
};

const timed = async <T>(
  work: () => Promise<T>,
  tell: (seconds: number, error: unknown) => void,
): Promise<T> => {
  const started = performance.now();
  try {
    const answer = await work();
    tell(secondsSince(started), undefined);
    return answer;
  } catch (error) {
    tell(secondsSince(started), error);
    throw error;
  }
};

const secondsSince = (started: number): number => (performance.now() - started) / 1_000;

const outcomeOf = (error: unknown): 'ok' | 'failed' => (error === undefined ? 'ok' : 'failed');
