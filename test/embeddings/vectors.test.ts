import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import * as vectors from '../../db/embeddings/ticket-vectors.ts';
import type { EmbeddingOutcome, EmbeddingRequest } from '../../server/clients/embeddings.ts';
import type { CheckedContext } from '../../server/core/context.ts';
import { embedTicketsJob } from '../../server/embeddings/job.ts';
import { findNearTickets } from '../../server/embeddings/near-tickets.ts';
import { stubDatabase } from '../db/stub-database.ts';
import { startMeaningFixture } from './meaning-fixture.ts';

const fixture = await startMeaningFixture();
afterAll(() => fixture.close());
const { tickets, replies } = await fixture.app.trpc();
const ctx = fixture.app.service.contextFor('test');
const charged = await fixture.settle('Cobrança', 'Fui cobrado duas vezes no cartão.');
const locked = await fixture.settle('Acesso', 'Perdi minha senha e não consigo entrar.');
await fixture.embed();

const write = (id: number, origin: 'requester' | 'agent', body: string) =>
  tickets.addMessage.mutate({ id, author: 'Ana', origin, body });

/** A context whose embedding service gives this outcome, and what it was asked. */
const served = (outcome: EmbeddingOutcome, now = ctx.now) => {
  const asked: EmbeddingRequest[] = [];
  const embed = async (request: EmbeddingRequest) => {
    asked.push(request);
    return outcome;
  };
  const of: CheckedContext = {
    ...ctx,
    now,
    embeddings: { embed },
    config: {
      ...ctx.config,
      embeddings: { apiKey: 'chave', baseUrl: undefined, model: 'dois', shortenTo: 4 },
    },
  };
  return { of, asked };
};
const failure = (reason: 'unavailable' | 'unusable' | 'over-budget') =>
  ({ ok: false, reason, detail: 'x' }) as const;
const eight = (...values: number[]) => Array.from({ length: 8 }, (_, at) => values[at] ?? 0);

const question = { subject: 'Conta', text: 'Olá, sou Rui', requesterName: 'Rui', exceptId: 0 };
const live = new AbortController().signal;
const search = (of: CheckedContext, signal = live) =>
  findNearTickets(of, question, { limit: 5, signal });

describe('what is embedded', () => {
  it("is a ticket's first question and its last answer, without its requester's name", async () => {
    const { id } = await tickets.create.mutate({
      subject: 'Podcast',
      body: 'Sou Rui e o áudio parou.',
      main: 'Assinatura',
      requesterName: 'Rui',
    });
    await write(id, 'agent', 'Qual episódio?');
    await write(id, 'requester', 'O de ontem.');
    await write(id, 'agent', 'Rui, publicamos de novo.');
    await tickets.setStatus.mutate({ id, status: 'resolved' });
    expect(await fixture.embed()).toBeNull();
    expect(fixture.embeddings.calls.at(-1)?.input).toEqual([
      'Podcast. Sou [nome] e o áudio parou.',
      '[nome], publicamos de novo.',
    ]);
    const asked = await fixture.open('Conta', 'Não consigo entrar.');
    await tickets.edit.mutate({ id: asked, requesterName: 'Bia' });
    await write(asked, 'requester', 'E o podcast?');
    await replies.preview.mutate({ ticketIds: [asked] });
    expect(fixture.embeddings.calls.at(-1)?.input).toEqual(['Conta. Não consigo entrar.']);
  });
});

describe('the job that embeds tickets', () => {
  const run = (of: CheckedContext) =>
    embedTicketsJob.run(of, { scheduledFor: new Date(), signal: live });

  it('retries with the configured model, and fails only if its vectors are unusable', async () => {
    const away = served(failure('unavailable'));
    await run(away.of);
    expect(away.asked).toMatchObject([
      { purpose: 'backlog', model: 'dois', shortenTo: 4, retries: 2, attemptMs: 30_000 },
    ]);
    await run(served(failure('over-budget')).of);
    await expect(run(served(failure('unusable')).of)).rejects.toThrow(
      'the embedding service is unusable: x',
    );
    expect(await vectors.findReadySet(ctx.db)).toMatchObject({ model: 'um', dimensions: 8 });
  });

  it('logs who must install pgvector if the service may not', async () => {
    const db = stubDatabase(async ({ sql: statement }) => {
      if (statement.startsWith('create extension')) throw new Error('permission denied');
      return { rows: [{ state: 'available' } as never] };
    });
    const { of, asked } = served(failure('unavailable'));
    const before = fixture.app.logs.length;
    await run({ ...of, db });
    expect(asked).toEqual([]);
    const detail = 'an administrator of the database must run: create extension vector';
    const [, warning] = fixture.app.logs.slice(before);
    expect(warning).toMatchObject({ level: 40, reason: 'no-extension', detail });
  });
});

describe('the search by meaning', () => {
  it('asks once and briefly, for a vector of the stored model', async () => {
    const { of, asked } = served({ ok: true, vectors: [eight(1, 0.5)] });
    const found = await search(of);
    expect(asked).toMatchObject([
      {
        purpose: 'question',
        model: 'um',
        retries: 0,
        attemptMs: 2_000,
        texts: ['Conta. Olá, sou [nome]'],
      },
    ]);
    expect(asked[0]?.shortenTo).toBeUndefined();
    expect(found.ok && found.tickets.slice(0, 2).map(({ ticketId }) => ticketId)).toEqual([
      charged,
      locked,
    ]);
  });

  it('pauses for half a minute after a failure of the service, and for nothing else', async () => {
    let now = Date.parse('2020-01-01T12:00:00Z');
    const clock = () => new Date(now);
    const good: EmbeddingOutcome = { ok: true, vectors: [eight(1)] };
    const failures: EmbeddingOutcome[] = [
      failure('unavailable'),
      failure('unusable'),
      { ok: true, vectors: [[1, 0]] },
    ];
    for (const failed of failures) {
      now += 60_000;
      const reason = failed.ok ? 'unusable' : failed.reason;
      expect(await search(served(failed, clock).of)).toMatchObject({ ok: false, reason });
      now += 29_999;
      const paused = served(good, clock);
      expect(await search(paused.of)).toEqual({ ok: false, reason });
      expect(paused.asked).toEqual([]);
      now += 1;
      expect(await search(paused.of)).toMatchObject({ ok: true });
    }
    expect(await search(served(failure('over-budget'), clock).of)).toMatchObject({
      reason: 'over-budget',
    });
    expect(await search(served(good, clock).of)).toMatchObject({ ok: true });
    const left = await search(served(failure('unavailable'), clock).of, AbortSignal.abort());
    expect(left.ok).toBe(false);
    expect(await search(served(good, clock).of)).toMatchObject({ ok: true });
  });

  it('goes by words if the vectors are replaced meanwhile', async () => {
    const { id } = (await vectors.findReadySet(ctx.db)) ?? {};
    const replaced: CheckedContext = {
      ...ctx,
      embeddings: {
        embed: async () => {
          await sql`delete from embedding_sets`.execute(ctx.db);
          await sql`drop table ${sql.table(`ticket_vectors_${id}`)}`.execute(ctx.db);
          return { ok: true, vectors: [eight(1)] };
        },
      },
    };
    expect(await search(replaced)).toEqual({ ok: false, reason: 'not-ready' });
    expect(await fixture.embed()).toBeNull();
    expect(await search(served({ ok: true, vectors: [eight(1)] }).of)).toMatchObject({ ok: true });
  });
});
