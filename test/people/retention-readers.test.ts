import { expect, it, onTestFinished } from 'vitest';
import { addDays, dayMs } from '../../server/civil-time.ts';
import { answering, openQuizRoom } from '../quiz/quiz-fixtures.ts';

it('a quiz is closed once the retention may remove attempts at it', async () => {
  const room = await openQuizRoom({ RETENTION_ATTEMPTS_DAYS: '20' });
  onTestFinished(() => room.close());
  const { admin, aReader, clock, streakOf } = room;
  const [first, last, late] = [await aReader(), await aReader(), await aReader()];
  const quiz = await room.aQuiz();
  const submit = async ({ client }: typeof first) =>
    (await client.submitQuiz({ body: { quizId: quiz.id, answers: answering(quiz, 10) } })).status;
  const fetchQuiz = async ({ client }: typeof first) =>
    (await client.getQuiz({ params: { id: quiz.id } })).status;
  expect(await submit(first)).toBe(200);
  clock.now = new Date(`${addDays(quiz.quizDate, 19)}T23:59:59-03:00`);
  expect([await fetchQuiz(last), await submit(last)]).toEqual([200, 200]);
  clock.now = new Date(`${addDays(quiz.quizDate, 20)}T00:00:00-03:00`);
  expect([await fetchQuiz(late), await submit(late)]).toEqual([404, 404]);
  clock.now = new Date(`${addDays(quiz.quizDate, 21)}T03:30:00-03:00`);
  await admin.jobs.run.mutate({ name: 'retention' });
  const { records } = await admin.people.export.mutate({ email: first.email });
  expect(records['quiz-attempts']).toEqual([]);
  expect(await submit(first)).toBe(404);
  expect(await streakOf(late.email)).toBeUndefined();
});

it('the retention removes attempts at quizzes and settled mails, each after its days', async () => {
  const room = await openQuizRoom({
    RETENTION_ATTEMPTS_DAYS: '20',
    RETENTION_MAILS_DAYS: '20',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'atendimento@exemplo.com.br',
  });
  onTestFinished(() => room.close());
  const { admin, clock } = room;
  const { email, client } = await room.aReader();
  const quiz = await room.aQuiz();
  await client.submitQuiz({ body: { quizId: quiz.id, answers: answering(quiz, 6) } });
  const attemptedAt = clock.now;
  const { records: exported } = await admin.people.export.mutate({ email });
  expect(exported['quiz-attempts']).toEqual([
    {
      ...{ quizId: quiz.id, correctAnswers: 6, passed: true, answers: expect.anything() },
      attemptedAt: expect.stringContaining(attemptedAt.toISOString().slice(0, 19)),
    },
  ]);
  const { id } = await admin.tickets.create.mutate({
    requesterEmail: email,
    subject: 'Edição',
    body: 'Não chegou',
    main: 'Entrega',
  });
  for (const html of ['Reenviada', 'Chegou?'])
    await admin.tickets.reply.mutate({ id, html, sendEmail: true });
  const [waiting, settled] = (await admin.outbox.list.query({ ticketId: id })).items;
  await admin.outbox.drop.mutate({ id: settled?.id ?? 0 });
  const enforce = async (since: Date, days: number) => {
    clock.now = new Date(since.getTime() + days * dayMs);
    const { outcome } = await admin.jobs.run.mutate({ name: 'retention' });
    expect(outcome).toBe('succeeded');
    const { records } = await admin.people.export.mutate({ email });
    return { attempts: records['quiz-attempts']?.length ?? 0, mails: records.mails };
  };
  expect((await enforce(attemptedAt, 19)).attempts).toBe(1);
  expect((await enforce(attemptedAt, 21)).attempts).toBe(0);
  // The database's clock says when a mail was stored.
  const mail = { ticketId: id, recipient: email, subject: 'Re: Edição' };
  expect((await enforce(new Date(), 19)).mails).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...mail, id: settled?.id, status: 'dropped' }),
      expect.objectContaining({ ...mail, id: waiting?.id, status: 'pending' }),
    ]),
  );
  expect((await enforce(new Date(), 21)).mails).toMatchObject([{ id: waiting?.id }]);
});
