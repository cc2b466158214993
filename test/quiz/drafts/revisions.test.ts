import { afterAll, expect, it } from 'vitest';
import { openQuizRoom } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin, get } = room;

const changed = (state: number) => ({
  message: expect.stringMatching(`^the revision is ${state}, not \\d+$`),
  data: { code: 'CONFLICT', errorCode: 'quiz-changed', state: String(state) },
});

it('a draft is edited, held and published only as it was read', async () => {
  const { id, revision } = await room.aDraft();
  const edited = await admin.quiz.edit.mutate({ id, revision, title: 'Novo' });
  const refused = changed(edited.revision);
  const stale = { id, revision };
  await expect(admin.quiz.edit.mutate({ ...stale, title: 'x' })).rejects.toMatchObject(refused);
  await expect(admin.quiz.hold.mutate(stale)).rejects.toMatchObject(refused);
  await expect(admin.quiz.publish.mutate(stale)).rejects.toMatchObject(refused);
  await expect(admin.quiz.discard.mutate(stale)).rejects.toMatchObject(refused);
  await admin.quiz.hold.mutate({ id, revision: edited.revision });
  const held = await get(id);
  expect(held).toMatchObject({ title: 'Novo', status: 'held' });
  await admin.quiz.publish.mutate({ id, revision: held.revision });
});

it('one of several editors who save a revision at once succeeds', async () => {
  const { id, revision } = await room.aDraft();
  const titles = ['um', 'dois', 'três', 'quatro', 'cinco', 'seis'];
  const edits = titles.map((title) => admin.quiz.edit.mutate({ id, revision, title }));
  const outcomes = await Promise.allSettled(edits);
  const won = outcomes.findIndex(({ status }) => status === 'fulfilled');
  const edited = await get(id);
  expect(edited).toMatchObject({ revision: revision + 1, title: titles[won] });
  for (const refused of outcomes.toSpliced(won, 1))
    expect(refused).toMatchObject({ reason: changed(edited.revision) });
});

it('a published quiz is corrected, unpublished and published again only as it was read', async () => {
  const draft = await room.aDraft();
  const { id } = draft;
  for (const title of ['um', 'dois']) await admin.quiz.edit.mutate({ id, title });
  const { revision } = await get(id);
  await admin.quiz.publish.mutate({ id });
  // Revisions rise when a draft is published.
  const published = await get(id);
  const stale = changed(published.revision);
  const correction = { id, questionId: draft.questions[0]?.id ?? '', explanation: 'Porque sim.' };
  await expect(admin.quiz.correct.mutate({ ...correction, revision })).rejects.toMatchObject(stale);
  await admin.quiz.correct.mutate({ ...correction, revision: published.revision });
  const corrected = (await get(id)).revision;
  const hiding = { id, reason: 'engano' };
  await expect(
    admin.quiz.unpublish.mutate({ ...hiding, revision: published.revision }),
  ).rejects.toMatchObject(changed(corrected));
  await admin.quiz.unpublish.mutate({ ...hiding, revision: corrected });
  const hidden = await get(id);
  await expect(admin.quiz.publish.mutate({ id, revision: corrected })).rejects.toMatchObject(
    changed(hidden.revision),
  );
  await admin.quiz.publish.mutate({ id, revision: hidden.revision });
});
