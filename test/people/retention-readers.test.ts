import { expect, it, onTestFinished } from 'vitest';
import { dayMs } from '../../server/civil-time.ts';
import { answering, openQuizRoom } from '../quiz/quiz-fixtures.ts';

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
