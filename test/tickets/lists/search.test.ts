import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { unaccentTexts } from '../../../db/tickets/unaccented.ts';
import { createTicket } from '../../../server/tickets/service.ts';
import { startApp } from '../../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent' });
const { db } = app.service.contextFor('test');

type Ticket = Partial<Parameters<typeof agent.tickets.create.mutate>[0]>;
const open = async (ticket: Ticket) =>
  (await agent.tickets.create.mutate({ subject: 'Dúvida', body: 'Oi', main: 'Geral', ...ticket }))
    .id;
const list = (search: string, more: object = {}) => agent.tickets.list.query({ search, ...more });
const find = async (search: string, more: object = {}) =>
  (await list(search, more)).items.map(({ id }) => id);
/** Tickets of a category of their own, and a search among them. */
const amongOwn = () => {
  const main = crypto.randomUUID();
  return {
    main,
    open: (body: string) => open({ body, main }),
    find: (search: string) => find(search, { main }),
  };
};

describe('a search of tickets', () => {
  it('finds words whatever their accents, capitals and plurals', async () => {
    const own = amongOwn();
    const id = await own.open('Minha sequência de edições sumiu, e a informação também.');
    const plain = await own.open('a sequencia sumiu sem explicacoes');
    const both = [plain, id];
    for (const typed of ['sequencia', 'sequência', 'SEQUENCIA', 'SEQUÊNCIA', 'sequências']) {
      expect(await own.find(typed), typed).toEqual(both);
    }
    for (const typed of ['edicao', 'edicoes', 'edição', 'informacoes', '"sequencia de edicoes"']) {
      expect(await own.find(typed), typed).toEqual([id]);
    }
    expect(await own.find('explicação')).toEqual([plain]);
    // What it quoted that no mail of ours said.
    const quoting = { subject: 'Oi', body: 'Sim', main: own.main, unsent: 'zarabatana' };
    const quoted = await createTicket(app.service.contextFor('test'), quoting);
    expect(await own.find('zarabatana')).toEqual([quoted.id]);
    expect(await own.find('sequencia -edições')).toEqual([plain]);
    const one = await own.open('A edição não veio.');
    const { items } = await list('edições', { main: own.main });
    expect(items[0]).toMatchObject({ id: one, matched: 'A edição não veio.' });
  });

  it('finds a last word while it is being typed', async () => {
    const own = amongOwn();
    const id = await own.open('Pedi o cancelamento; o recebimento das edições não parou.');
    for (const word of ['cancelamento', 'EDIÇÕES']) {
      for (let length = 3; length <= word.length; length += 1) {
        const typed = word.slice(0, length);
        expect(await own.find(typed), typed).toContain(id);
      }
    }
    expect(await own.find('recebimento canc')).toEqual([id]);
    expect(await own.find('canc recebimento')).toEqual([]);
    expect(await own.find('receb')).toContain(id);
    expect(await own.find('re')).not.toContain(id);
    expect(await own.find('cancelado')).toEqual([id]);
    expect(await own.find('cancelasse')).toEqual([id]);
    expect(await own.find('ecebimento')).toEqual([]);
    const views = [{ search: 'o canc', main: own.main }];
    expect((await agent.tickets.counts.query({ views })).counts).toEqual([1]);
  });

  it('matches the last word exactly in a phrase, after a minus, and if it has digits', async () => {
    const own = amongOwn();
    const id = await own.open('Minha fatura veio protocolada, pedido 77889900.');
    expect(await own.find('fatura protoc')).toEqual([id]);
    expect(await own.find('"fatura veio protoc')).toEqual([]);
    expect(await own.find('fatura -protoc')).toEqual([id]);
    expect(await own.find('fatura -protocolada')).toEqual([]);
    expect(await own.find('fatura or protoc')).toEqual([id]);
    expect(await own.find('778899')).toEqual([]);
  });

  it('finds tickets by the name of the requester, and by its new one', async () => {
    const id = await open({ requesterName: 'Conceição Avelãs' });
    expect(await find('conceicao avelas')).toEqual([id]);
    await agent.tickets.edit.mutate({ id, requesterName: 'Tércio Quirino' });
    expect(await find('tercio')).toEqual([id]);
    expect(await find('conceicao')).toEqual([]);
  });

  it('finds the requester by the beginning of the e-mail', async () => {
    const id = await open({ requesterEmail: 'beatriz_n.alves@exemplo.com.br' });
    await open({ requesterEmail: 'beatrizxn@exemplo.com.br' });
    for (const typed of ['beatriz_', 'Beatriz_n.al', 'beatriz_n.alves@ex']) {
      expect(await find(typed), typed).toEqual([id]);
    }
    expect(await find('beatriz_n.alves@exemplo.com.br')).toEqual([id]);
    expect(await find('bea')).toContain(id);
    for (const typed of ['eatriz_n', 'beatriz%', 'be'])
      expect(await find(typed), typed).toEqual([]);
  });

  it('finds requesters by the domain of their e-mail', async () => {
    const domain = `${crypto.randomUUID()}.com.br`;
    const id = await open({ requesterEmail: `ana@${domain}` });
    await open({ requesterEmail: `ana@outro.${domain}` });
    for (const search of [domain, `@${domain}`, domain.slice(0, -3).toUpperCase()]) {
      expect(await find(search)).toEqual([id]);
    }
  });

  it('finds tickets by words of the names of their files', async () => {
    const id = await open({});
    const word = `recibo${crypto.randomUUID().slice(0, 8)}`;
    const name = `Número_${word}-2.pdf`;
    await db
      .insertInto('attachments')
      .values({
        ticket_id: id,
        name,
        path: word,
        type: 'application/pdf',
        state: 'ready',
        size: 1,
        sha256: Buffer.from('a'),
      })
      .execute();
    for (const search of [word.slice(0, 10), `numero ${word}`, name, `${word}-2.pdf`]) {
      expect(await find(search)).toEqual([id]);
    }
    expect(await find(`${word} boleto`)).toEqual([]);
    const { counts } = await agent.tickets.counts.query({ views: [{ search: word }] });
    expect(counts).toEqual([1]);
  });

  it('finds a ticket by its number, before those that only mention it', async () => {
    const id = await open({ subject: 'O de antes' });
    const mentions = [await open({ body: `Sobre o ${id}` }), await open({ body: `o ${id}, sim` })];
    for (const search of [String(id), `#${id}`]) {
      expect(await find(search), search).toEqual([id, ...mentions.toReversed()]);
      expect(await agent.tickets.counts.query({ views: [{ search }] })).toEqual({ counts: [3] });
    }
    const first = await list(`#${id}`, { sort: 'waiting', limit: 1 });
    const rest = await list(`#${id}`, { sort: 'waiting', cursor: first.nextCursor });
    const seen = [...first.items, ...rest.items].map((ticket) => ticket.id);
    expect(seen).toEqual([id, ...mentions]);
    expect((await list(`#${id}`, { status: 'closed' })).items).toEqual([]);
    expect(await find('#999999999')).toEqual([]);
    expect(await find('9999999999')).toEqual([]);
  });

  it('shows the passage of the newest message that it found', async () => {
    const far = 'palavra '.repeat(60);
    const id = await open({ body: `${far} o cartão de crédito foi recusado. ${far}` });
    const [found] = (await list('credito recusado')).items;
    expect(found).toMatchObject({ id, matched: expect.stringContaining('cartão de crédito foi') });
    expect(found?.matched).toMatch(/^….{100,159}$/);
    await agent.tickets.addMessage.mutate({
      id,
      author: 'Maria',
      origin: 'requester',
      body: 'E o débito?\nNada de crédito ainda.',
    });
    const [newer] = (await list('credito')).items;
    expect(newer?.matched).toBe('E o débito? Nada de crédito ainda.');
    expect((await list('déb')).items[0]?.matched).toBe(newer?.matched);
    expect((await agent.tickets.list.query({})).items[0]?.matched).toBeNull();
  });
});

describe('texts that an older version stored', () => {
  it('finds older texts without accents once the job has indexed them', async () => {
    const old = await open({ subject: 'Promoção relâmpago' });
    const id = await open({ subject: 'Promoção relâmpago' });
    await sql`
      update ticket_texts set tsv = to_tsvector('portuguese', 'Promoção relâmpago'), unaccented = false
      where ticket_id in (${old}, ${id})`.execute(db);
    expect(await find('relâmpago')).toEqual([id, old]);
    expect(await find('relampago')).toEqual([]);
    // The newest first.
    await db.transaction().execute((tx) => unaccentTexts(tx, 1));
    expect(await find('relampago')).toEqual([id]);
    await app.service.jobs.run('unaccent-texts');
    expect(await find('relampago')).toEqual([id, old]);
    expect(await find('promocoes')).toEqual([id, old]);
    const { rows } = await sql`select from ticket_texts where not unaccented`.execute(db);
    expect(rows).toEqual([]);
  });
});
