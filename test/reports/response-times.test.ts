import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { mergeTwice } from '../tickets/merge-twice.ts';

const clock = { now: new Date('2026-03-01T12:00:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const internal = await app.trpc();

const [bia, caio] = ['bia@leitor.example', 'caio@leitor.example'];

const hours = (count: number): number => Math.round(count * 3_600);

/** Sets the clock to a moment in São Paulo. */
const at = (moment: string) => {
  clock.now = new Date(`${moment}-03:00`);
};
const open = async (moment: string, main = 'Entrega') => {
  at(moment);
  const ticket = { subject: 'Dúvida', body: 'Oi', main, requesterEmail: 'ana@exemplo.com.br' };
  return (await internal.tickets.create.mutate(ticket)).id;
};
const say = async (
  moment: string,
  id: number,
  author: string,
  origin: 'agent' | 'requester' | 'ai' = 'agent',
) => {
  at(moment);
  await internal.tickets.addMessage.mutate({ id, author, origin, body: 'Oi' });
};
const resolve = async (moment: string, id: number) => {
  at(moment);
  await internal.tickets.setStatus.mutate({ id, status: 'resolved' });
};
const report = async (
  query: Partial<Parameters<typeof internal.reports.responseTimes.query>[0]> = {},
) => {
  await internal.reports.clearCache.mutate();
  const asked = { from: '2026-03-06', to: '2026-03-07', by: 'category' as const, ...query };
  return (await internal.reports.responseTimes.query(asked)).items;
};

// 6 March 2026 is a Friday.
let friday: number;
beforeAll(async () => {
  await open('2026-03-05T23:59:00', 'Véspera');
  friday = await open('2026-03-06T16:00:00');
  await open('2026-03-06T23:30:00');
  const saturday = await open('2026-03-07T12:00:00');
  await say('2026-03-08T12:00:00', saturday, caio);
  await resolve('2026-03-09T09:30:00', saturday);
  await say('2026-03-09T10:00:00', friday, bia);
  await say('2026-03-09T10:30:00', friday, caio);
  await resolve('2026-03-09T11:00:00', friday);
});

describe('reports.responseTimes', () => {
  it('counts first replies and resolutions of the tickets that were opened on civil days', async () => {
    expect(await report()).toEqual([
      {
        name: 'Entrega',
        tickets: 3,
        // 66 h and 24 h.
        firstReplies: 2,
        firstReplyMedianSeconds: hours(45),
        firstReplyP90Seconds: hours(24 + 0.9 * 42),
        // 67 h and 45.5 h.
        resolutions: 2,
        resolutionMedianSeconds: hours(56.25),
        resolutionP90Seconds: hours(45.5 + 0.9 * 21.5),
      },
    ]);
    expect((await report({ to: '2026-03-06' }))[0]).toMatchObject({ tickets: 2, firstReplies: 1 });
    const [eve] = await report({ from: '2026-03-05', to: '2026-03-05' });
    expect(eve).toMatchObject({
      name: 'Véspera',
      tickets: 1,
      firstReplies: 0,
      firstReplyMedianSeconds: null,
    });
  });

  it('counts no business time before the opening, after the close or on a Sunday', async () => {
    const [day, businessHours] = ['2026-06-05', '09:00-18:00'];
    const id = await open(`${day}T07:00:00`, 'Água');
    await say(`${day}T20:00:00`, id, bia);
    await resolve('2026-06-07T12:00:00', id);
    const late = await open(`${day}T19:00:00`, 'Zelo');
    await say('2026-06-06T03:00:00', late, bia);
    await resolve('2026-06-15T08:00:00', late);
    const early = await open(`${day}T12:00:00`, 'Entrega');
    await say(`${day}T11:00:00`, early, bia);
    const times = { from: day, to: day, businessHours };
    const row = (name: string, first: number, resolution: number | null) => ({
      name,
      firstReplyMedianSeconds: first,
      resolutionMedianSeconds: resolution,
    });
    expect(await report(times)).toMatchObject([
      row('Água', hours(9), hours(9)),
      row('Entrega', 0, null),
      row('Zelo', 0, hours(5 * 9)),
    ]);
    expect((await report({ from: day, to: day }))[1]).toMatchObject(row('Entrega', 0, null));
  });

  it('counts the first reply of the model, and a close as the resolution', async () => {
    const day = '2026-07-01';
    const id = await open(`${day}T10:00:00`);
    await say(`${day}T10:30:00`, id, 'IA Assistant', 'ai');
    await say(`${day}T11:00:00`, id, bia);
    await say(`${day}T11:30:00`, id, 'Ana', 'requester');
    at(`${day}T12:00:00`);
    await internal.tickets.setStatus.mutate({ id, status: 'closed' });
    // After the resolution.
    await say(`${day}T12:30:00`, id, caio);
    const expected = [
      { name: bia, firstReplies: 0, resolutions: 1, resolutionMedianSeconds: hours(2) },
      { name: 'IA Assistant', firstReplies: 1, firstReplyMedianSeconds: 1_800, resolutions: 0 },
    ];
    const byAgent = { from: day, to: day, by: 'agent' as const };
    expect(await report(byAgent)).toMatchObject(expected);
    // Any change of a message looks for the replies anew.
    const { db } = app.service.contextFor('test');
    await db
      .updateTable('ticket_messages')
      .set({ body: 'Olá' })
      .where('ticket_id', '=', id)
      .execute();
    expect(await report(byAgent)).toMatchObject(expected);
    // As an undo does.
    const ofBia = db.deleteFrom('ticket_messages').where('ticket_id', '=', id);
    await ofBia.where('author', '=', bia).execute();
    const [, ofModel] = expected;
    expect(await report(byAgent)).toMatchObject([{ ...ofModel, resolutions: 1 }]);
  });

  it('counts by agent: the first reply for who wrote it, the resolution for who replied last', async () => {
    const times = (count: number | undefined) => (count === undefined ? null : hours(count));
    const row = (name: string, tickets: number, first: number[], resolution: number[]) => ({
      name,
      tickets,
      firstReplies: first.length,
      firstReplyMedianSeconds: times(first[0]),
      resolutions: resolution.length,
      resolutionMedianSeconds: times(resolution[0]),
    });
    expect(await report({ by: 'agent' })).toMatchObject([
      row(bia, 1, [66], []),
      { ...row(caio, 2, [24], [56.25]), resolutions: 2 },
    ]);
  });

  it('leaves out what was reopened, until it is resolved again', async () => {
    const days = { from: '2026-04-01', to: '2026-04-01' };
    const id = await open('2026-04-01T10:00:00');
    await say('2026-04-01T11:00:00', id, bia);
    await resolve('2026-04-01T12:00:00', id);
    expect(await report(days)).toMatchObject([{ resolutions: 1 }]);
    await say('2026-04-01T13:00:00', id, 'Ana', 'requester');
    expect(await report(days)).toMatchObject([{ resolutions: 0, firstReplies: 1 }]);
    await say('2026-04-01T14:00:00', id, caio);
    await resolve('2026-04-01T15:00:00', id);
    at('2026-04-01T16:00:00');
    await internal.tickets.setStatus.mutate({ id, status: 'closed' });
    expect(await report({ ...days, by: 'agent' })).toMatchObject([
      { name: bia, firstReplyMedianSeconds: 3_600, resolutions: 0 },
      { name: caio, firstReplies: 0, resolutionMedianSeconds: 5 * 3_600 },
    ]);
  });

  it('follows merges, edits and renamed agents', async () => {
    const days = { from: '2026-05-04', to: '2026-05-04' };
    const [intoId, fromId] = [
      await open('2026-05-04T10:00:00'),
      await open('2026-05-04T10:00:00', 'Outra'),
    ];
    const agent = `${crypto.randomUUID()}@leitor.example`;
    await say('2026-05-04T10:20:00', fromId, agent);
    await say('2026-05-04T10:30:00', intoId, bia);
    await mergeTwice(internal, { fromId, intoId });
    await internal.tickets.edit.mutate({ id: intoId, main: 'Assinatura' });
    const merged = { tickets: 1, firstReplies: 1, resolutions: 0 };
    expect(await report(days)).toMatchObject([{ name: 'Assinatura', ...merged }]);
    await resolve('2026-05-04T11:00:00', intoId);
    const { total: expected } = await internal.people.erase.mutate({ email: agent });
    await internal.people.erase.mutate({ email: agent, dryRun: false, expected });
    const names = (await report({ ...days, by: 'agent' })).map(({ name }) => name);
    expect(JSON.stringify(names)).not.toContain(agent);
    expect(names).not.toEqual([]);
  });

  it('has a cached report of its own for each question', async () => {
    // The same text in two places.
    const kind = { newsletter: 'Diária', issue: 'Diária' };
    const main = crypto.randomUUID();
    at('2026-06-01T10:00:00');
    const ticket = { subject: 'Oi', body: 'Oi', main, ...kind };
    const { id } = await internal.tickets.create.mutate(ticket);
    const tag = { name: main.slice(-30), color: '#112233' };
    const { id: tagId } = await internal.tags.create.mutate(tag);
    await internal.tickets.addTag.mutate({ id, tagId });
    const all = { from: '2026-06-01', to: '2026-06-02', by: 'all' as const };
    const questions: Parameters<typeof internal.reports.responseTimes.query>[0][] = [
      all,
      { ...all, from: '2026-05-31' },
      { ...all, to: '2026-06-01' },
      { ...all, by: 'category' },
      { ...all, businessHours: '09:00-18:00' },
      { ...all, main },
      { ...all, status: 'open' },
      { ...all, issue: kind.issue },
      { ...all, newsletter: kind.newsletter },
      { ...all, tagId },
    ];
    const hits = async () => {
      const found = [];
      for (const question of questions) {
        found.push((await internal.reports.responseTimes.query(question)).cache.hit);
      }
      return found;
    };
    expect(await hits()).toEqual(questions.map(() => false));
    expect(await hits()).toEqual(questions.map(() => true));
  });
});
