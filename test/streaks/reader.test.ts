import { afterAll, describe, expect, it } from 'vitest';
import { addDays, civilDayOf } from '../../server/core/civil-time.ts';
import { groupActions } from '../groups/group-fixtures.ts';
import { answering, openQuizRoom } from '../quiz/quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin, clock } = room;
const agent = await room.agent();
const groups = groupActions(room);

const daysAgo = (days: number): string => addDays(civilDayOf(clock.now), -days);
const readerOf = (email: string) => admin.streaks.reader.query({ email });
const read = (email: string, ...ago: number[]) =>
  admin.streaks.importReadings.mutate({
    readings: ago.map((days) => ({ email, at: daysAgo(days) })),
  });

describe('streaks.reader', () => {
  it('returns for each day what credited it, and why an administrator corrected it', async () => {
    const { email, client } = await room.aReader();
    const quiz = await room.aQuiz();
    const quizId = quiz.id;
    await client.submitQuiz({ body: { quizId, answers: answering(quiz, 10) } });
    const today = { day: daysAgo(0), origin: 'quiz', reason: null };
    expect(await readerOf(email)).toMatchObject({ status: 'active', days: [today] });
    // One who failed it and read.
    const other = await room.aReader();
    await other.client.submitQuiz({ body: { quizId, answers: answering(quiz, 3) } });
    await read(other.email, 0);
    expect((await readerOf(other.email)).days).toEqual([{ ...today, origin: 'reading' }]);
    await read(email, 372, 371, 370, 5, 3, 1);
    const correct = (ago: number, reason: string) => ({ email, day: daysAgo(ago), reason });
    await admin.streaks.addDay.mutate(correct(2, 'leu por e-mail'));
    for (const ago of [372, 3]) {
      await admin.streaks.removeDay.mutate(correct(ago, 'conta repetida'));
    }
    await admin.streaks.removeDay.mutate(correct(2, 'engano'));
    await admin.streaks.addDay.mutate(correct(2, 'leu mesmo'));
    // Removed and read again: a reading.
    await admin.streaks.removeDay.mutate(correct(5, 'engano'));
    await read(email, 5);
    expect(await readerOf(email)).toMatchObject({
      currentStreak: 3,
      maxStreak: 3,
      lastDay: daysAgo(0),
      lastInteractionAt: clock.now.toISOString(),
      today: daysAgo(0),
      days: [
        { day: daysAgo(370), origin: 'reading', reason: null },
        { day: daysAgo(5), origin: 'reading', reason: null },
        { day: daysAgo(3), origin: 'removed', reason: 'conta repetida' },
        { day: daysAgo(2), origin: 'administrator', reason: 'leu mesmo' },
        { day: daysAgo(1), origin: 'reading', reason: null },
        today,
      ],
    });
  });

  it('has the places in the global ranking and in each group', async () => {
    const { email: owner, client } = await groups.aReader();
    const [first, second] = [await groups.aReader(), await groups.aReader()];
    const { groupId } = await groups.created(client, true);
    for (const { email } of [second, first])
      await admin.groups.addMember.mutate({ groupId, email });
    await read(first.email, 30, 1, 0);
    await read(second.email, 1, 0);
    const ahead = await readerOf(first.email);
    const group = { groupId, name: 'Clube', isPublic: true, memberCount: 3 };
    expect(ahead.groups).toEqual([{ ...group, position: 2 }]);
    expect((await readerOf(second.email)).groups).toMatchObject([{ position: 1 }]);
    expect(await readerOf(owner)).toMatchObject({ position: null, groups: [{ position: 3 }] });
    const { body } = await first.client.getMyRanking({ query: {} });
    expect(body).toMatchObject({ data: { position: ahead.position, of: ahead.of } });
  });

  it('has the places in fifty groups at most', async () => {
    const { email } = await room.aReader();
    await read(email, 0);
    await groups.fillWithGroups(email, 51);
    const ids = (await readerOf(email)).groups.map(({ groupId }) => groupId);
    expect(ids).toHaveLength(50);
    expect(ids).toEqual(ids.toSorted().reverse());
  });

  it('is for agents only if the reader has a ticket', async () => {
    const { email } = await room.aReader();
    await read(email, 0);
    for (const verb of [agent.streaks.reader, agent.streaks.get]) {
      await expect(verb.query({ email })).rejects.toMatchObject({
        data: { errorCode: 'forbidden' },
      });
    }
    await admin.tickets.create.mutate({
      requesterEmail: email,
      subject: 'Oi',
      body: 'Olá',
      main: 'Conta',
    });
    for (const verb of [agent.streaks.reader, agent.streaks.get]) {
      expect(await verb.query({ email })).toMatchObject({ currentStreak: 1 });
    }
  });
});
