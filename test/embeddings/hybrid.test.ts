import { sql } from 'kysely';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import * as vectors from '../../db/embeddings/ticket-vectors.ts';
import { withoutTrace } from '../database.ts';
import { meaningOf } from './fake-embeddings.ts';
import { startMeaningFixture } from './meaning-fixture.ts';

const fixture = await startMeaningFixture();
afterAll(() => fixture.close());
const { tickets, people } = await fixture.app.trpc();

await fixture.settle('Cobrança', 'Fui cobrado duas vezes no cartão.');
const late = await fixture.settle('Edição', 'Não recebi a edição de hoje na minha caixa.');

await fixture.embed();

const { db } = fixture.app.service.contextFor('test');

const ids = (sources: { ticketId?: number | undefined }[]) =>
  sources.map(({ ticketId }) => ticketId);

describe('the search for similar tickets', () => {
  it('uses words alone until every settled ticket has a vector', async () => {
    const early = await startMeaningFixture();
    onTestFinished(() => early.close());
    const settled = await early.settle('Cobrança', 'Fui cobrado duas vezes no cartão.');
    const asked = await early.open('Problema', 'Apareceu lançamento em duplicidade na fatura.');
    expect(await early.sourcesOf(asked)).toEqual([]);
    expect(early.embeddings.calls).toEqual([]);
    expect(await early.metric(/^similar_searches_total\{mode="not-ready"\}/)).toMatch(/ 1$/);
    expect(await early.embed()).toBeNull();
    expect(ids(await early.sourcesOf(asked))).toEqual([settled]);
    expect(await early.metric(/^similar_searches_total\{mode="hybrid"\}/)).toMatch(/ 1$/);
  });

  it('never finds the ticket itself, nor one that is open again', async () => {
    await tickets.addMessage.mutate({
      id: late,
      author: 'Rui',
      origin: 'requester',
      body: 'Obrigado.',
    });
    await tickets.setStatus.mutate({ id: late, status: 'resolved' });
    await fixture.embed();
    expect(ids(await fixture.sourcesOf(late))).not.toContain(late);
    const asked = await fixture.open('Jornal', 'A edição não chegou na minha caixa.');
    expect(ids(await fixture.sourcesOf(asked))).toContain(late);
    await tickets.setStatus.mutate({ id: late, status: 'open' });
    expect(ids(await fixture.sourcesOf(asked))).not.toContain(late);
    await tickets.setStatus.mutate({ id: late, status: 'resolved' });
    await fixture.embed();
    expect(ids(await fixture.sourcesOf(asked))).toContain(late);
  });

  it('finds a ticket by the meaning of its own answer, beside one whose answer has no text', async () => {
    const settled = async (subject: string, question: string, answer: string) => {
      const id = await fixture.open(subject, question);
      await tickets.addMessage.mutate({ id, author: 'Ana', origin: 'agent', body: answer });
      await tickets.setStatus.mutate({ id, status: 'resolved' });
      return id;
    };
    const answered = await settled('Ajuda', 'Preciso de vocês.', 'Pode desistir e encerrar.');
    await settled('Oi', 'Bom dia.', '👍');
    expect(await fixture.embed()).toBeNull();
    const asked = await fixture.open('Conta', 'Quero o cancelamento.');
    const [first] = await fixture.sourcesOf(asked);
    expect(first).toMatchObject({ ticketId: answered, by: ['meaning'] });
  });

  it('embeds a question again that changed', async () => {
    const id = await fixture.settle('Endereço', 'Mudei de casa.');
    await fixture.embed();
    const before = fixture.embeddings.calls.length;
    expect(await fixture.embed()).toBeNull();
    expect(fixture.embeddings.calls).toHaveLength(before);
    await tickets.edit.mutate({ id, subject: 'Podcast mudo' });
    await fixture.embed();
    expect(fixture.embeddings.calls.at(-1)?.input).toEqual([
      'Podcast mudo. Mudei de casa.',
      'Resposta a: Endereço',
    ]);
  });

  it('drops the vector of a question that changed while it was embedded, and embeds it again', async () => {
    const id = await fixture.settle('Endereço', 'Mudei de rua.');
    fixture.embeddings.answer(async ({ input, dimensions }) => {
      await tickets.edit.mutate({ id, subject: 'Podcast sem áudio' });
      return { vectors: input.map((text) => meaningOf(text, dimensions)) };
    });
    expect(await fixture.embed()).toBeNull();
    fixture.embeddings.answer(({ input, dimensions }) => ({
      vectors: input.map((text) => meaningOf(text, dimensions)),
    }));
    const before = fixture.embeddings.calls.length;
    expect(await fixture.embed()).toBeNull();
    expect(fixture.embeddings.calls).toHaveLength(before + 1);
    expect(fixture.embeddings.calls.at(-1)?.input[0]).toBe('Podcast sem áudio. Mudei de rua.');
  });

  it('forgets the vectors of a person that is erased', async () => {
    const email = 'leitora@exemplo.com.br';
    const id = await fixture.settle('Cancelamento', 'Quero encerrar e desistir.', email);
    await fixture.embed();
    const asked = await fixture.open('Fim', 'Como faço para cancelar?');
    expect(ids(await fixture.sourcesOf(asked))).toContain(id);
    const { total } = await people.erase.mutate({ email, dryRun: true });
    await people.erase.mutate({ email, dryRun: false, expected: total });
    expect(ids(await fixture.sourcesOf(asked))).not.toContain(id);
    await fixture.embed();
    expect(ids(await fixture.sourcesOf(asked))).not.toContain(id);
  });
});

describe('a set of vectors', () => {
  it('does not use a set that lost its table until it is published again', () =>
    withoutTrace(db, async (tx) => {
      const set = await vectors.findReadySet(tx);
      if (!set) throw new Error('no set is ready');
      await sql`drop table ${sql.table(`ticket_vectors_${set.id}`)}`.execute(tx);
      expect(await vectors.findReadySet(tx)).toBeUndefined();
      expect(await vectors.findSet(tx, { model: 'um', dimensions: undefined })).toBeUndefined();
      expect(await vectors.openSet(tx, set)).toEqual(set);
      expect(await vectors.findReadySet(tx)).toBeUndefined();
      await vectors.publishSet(tx, set);
      expect(await vectors.findReadySet(tx)).toEqual(set);
    }));
});
