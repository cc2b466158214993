import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LanguageModel } from '../../server/clients/llm.ts';
import type { StagedObject, Storage } from '../../server/clients/storage.ts';
import { AppError } from '../../server/core/errors.ts';
import { instrumentModel, instrumentStorage } from '../../server/process/instrumented-clients.ts';
import { createMetrics } from '../../server/telemetry/metrics.ts';
import { parseExposition } from './exposition.ts';

const registry = new Registry();
const spans: string[] = [];
const instruments = {
  metrics: createMetrics(registry),
  span: <T>(name: string, _attributes: object, work: () => Promise<T>) => {
    spans.push(name);
    return work();
  },
};
afterEach(() => {
  registry.resetMetrics();
  spans.length = 0;
  vi.restoreAllMocks();
});

/** The sums of a metric that are not zero, by their labels. */
const sumsOf = async (name: string) =>
  parseExposition(await registry.metrics())
    .samples.filter((sample) => sample.name === name && sample.value !== 0)
    .map(({ labels, value }) => `${Object.values(labels).join(' ')} ${value}`);

/** Makes every call take 2.5 s by the clock. */
const takeTime = () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 2_500;
    return now;
  });
};

const moment = new Date('2026-03-10T15:00:00Z');

/** A function that records its arguments and fails if it has a failure. */
const recorder =
  <Result>(calls: unknown[][], result: Result, failure?: Error) =>
  async (...args: unknown[]) => {
    calls.push(args);
    if (failure) throw failure;
    return result;
  };

describe('the model', () => {
  it.each([
    ['ok', undefined],
    ['model-budget-exhausted', new AppError('model-budget-exhausted')],
    ['failed', new Error('x')],
  ])('is measured as %s', async (outcome, failure) => {
    takeTime();
    const calls: unknown[][] = [];
    const model = instrumentModel(
      { ask: recorder(calls, 7, failure) } as unknown as LanguageModel,
      instruments,
    );
    const request = { answer: { name: 'quiz' } } as Parameters<typeof model.ask>[0];
    const asked = model.ask(request);
    if (failure) await expect(asked).rejects.toBe(failure);
    else expect(await asked).toBe(7);
    expect(calls).toEqual([[request]]);
    expect(await sumsOf('model_request_duration_seconds_sum')).toEqual([`quiz ${outcome} 2.5`]);
    expect(spans).toEqual(['model quiz']);
  });
});

describe('the storage', () => {
  const storageWith = (calls: unknown[][], failure?: Error, source = Readable.from([])) => {
    const staged = { store: recorder(calls, undefined), bytes: () => 9 };
    return instrumentStorage(
      {
        stage: recorder(calls, staged as unknown as StagedObject),
        read: recorder(calls, source, failure),
        remove: recorder(calls, undefined, failure),
        list: recorder(calls, ['um']),
        presign: recorder(calls, 'https://balde'),
        check: recorder(calls, undefined, failure),
        close: recorder(calls, undefined),
      } satisfies Storage,
      instruments,
    );
  };

  it('gets the arguments of every operation, which is measured', async () => {
    const calls: unknown[][] = [];
    const storage = storageWith(
      calls,
      undefined,
      Readable.from([Buffer.from('Olá'), Buffer.from('!')]),
    );
    const [range, headers] = [
      { start: 1, end: 2 },
      { contentType: 'a', contentDisposition: 'b' },
    ];
    const link = { ...headers, now: moment, seconds: 600 };
    await (await storage.stage('a')).store(headers);
    expect((await buffer(await storage.read('b', range))).toString()).toBe('Olá!');
    await storage.remove('c', { whole: true });
    expect(await storage.presign?.('d', link)).toBe('https://balde');
    expect(await storage.list('e')).toEqual(['um']);
    await storage.check();
    expect(calls).toEqual([
      ['a'],
      [headers],
      ['b', range],
      ['c', { whole: true }],
      ['d', link],
      ['e'],
      [],
    ]);
    expect((await sumsOf('storage_operation_duration_seconds_count')).sort()).toEqual(
      ['check', 'list', 'presign', 'read', 'remove', 'stage', 'store'].map(
        (name) => `${name} ok 1`,
      ),
    );
    expect((await sumsOf('storage_bytes_total')).sort()).toEqual(['read 5', 'written 9']);
  });

  it('is measured when it fails', async () => {
    const failure = new AppError('unavailable');
    const storage = storageWith([], failure);
    await expect(storage.remove('a', { whole: false })).rejects.toBe(failure);
    expect(await sumsOf('storage_operation_duration_seconds_count')).toEqual(['remove failed 1']);
  });

  it('fails a file that breaks off, and closes one that nobody reads on', async () => {
    const broken = new Readable({ read: () => undefined });
    const contents = await storageWith([], undefined, broken).read('a');
    const read = buffer(contents);
    broken.push('Ol');
    broken.destroy(new Error('broken off'));
    await expect(read).rejects.toThrow('broken off');
    const unread = new Readable({ read: () => undefined });
    (await storageWith([], undefined, unread).read('a')).destroy();
    await expect.poll(() => unread.destroyed).toBe(true);
  });
});
