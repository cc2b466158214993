import { afterAll, describe, expect, it } from 'vitest';
import { openQuizRoom } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin, aQuiz, clock } = room;

const get = (id: string) => admin.quiz.get.query({ id });
const aDraft = async () => {
  clock.now = new Date(clock.now.getTime() + 86_400_000);
  return get((await admin.quiz.draft.mutate()).quizId);
};
const changed = (state: number) => ({
  message: expect.stringMatching(`^the revision is ${state}, not \\d+$`),
  data: { code: 'CONFLICT', errorCode: 'quiz-changed', state: String(state) },
});

describe('a draft with a revision', () => {
  it('is edited, held and published only as it was read', async () => {
    const { id, revision, title } = await aDraft();
    const edited = await admin.quiz.edit.mutate({ id, revision, title: 'Novo' });
    expect(edited.revision).toBeGreaterThan(revision);
    const stale = { id, revision };
    const refused = changed(edited.revision);
    await expect(admin.quiz.edit.mutate({ ...stale, title: 'x' })).rejects.toMatchObject(refused);
    await expect(admin.quiz.hold.mutate(stale)).rejects.toMatchObject(refused);
    await expect(admin.quiz.publish.mutate(stale)).rejects.toMatchObject(refused);
    const read = await get(id);
    expect(read).toMatchObject({ title: 'Novo', status: 'draft', revision: edited.revision });
    expect(title).not.toBe('Novo');
    await admin.quiz.hold.mutate({ id, revision: read.revision });
    const held = await get(id);
    expect(held.revision).toBeGreaterThan(read.revision);
    await admin.quiz.publish.mutate({ id, revision: held.revision });
    expect(await get(id)).toMatchObject({ status: 'published', title: 'Novo' });
  });

  it('has revisions that go on rising when it is published', async () => {
    const draft = await aDraft();
    for (const title of ['um', 'dois', 'três']) {
      await admin.quiz.edit.mutate({ id: draft.id, title });
    }
    const { revision } = await get(draft.id);
    await admin.quiz.publish.mutate({ id: draft.id });
    const published = await get(draft.id);
    expect(published.revision).toBeGreaterThan(revision);
    await expect(
      admin.quiz.correct.mutate({
        id: draft.id,
        revision,
        questionId: draft.questions[0]?.id ?? '',
        explanation: 'Porque sim.',
      }),
    ).rejects.toMatchObject(changed(published.revision));
  });

  it('is edited by one of two who read the same', async () => {
    const { id, revision } = await aDraft();
    const titles = ['um', 'dois', 'três', 'quatro'];
    const edits = await Promise.allSettled(
      titles.map((title) => admin.quiz.edit.mutate({ id, revision, title })),
    );
    const done = edits.flatMap((edit, index) =>
      edit.status === 'fulfilled' ? [titles[index]] : [],
    );
    expect([(await get(id)).title]).toEqual(done);
  });
});

describe('a published quiz with a revision', () => {
  it('is corrected, unpublished and published again only as it was read', async () => {
    const quiz = await aQuiz();
    const { id, revision } = quiz;
    const correction = { id, questionId: quiz.questions[0]?.id ?? '', explanation: 'Porque sim.' };
    await admin.quiz.correct.mutate({ ...correction, revision });
    const present = (await get(id)).revision;
    expect(present).toBeGreaterThan(revision);
    const refused = changed(present);
    await expect(admin.quiz.correct.mutate({ ...correction, revision })).rejects.toMatchObject(
      refused,
    );
    const hiding = { id, reason: 'engano' };
    await expect(admin.quiz.unpublish.mutate({ ...hiding, revision })).rejects.toMatchObject(
      refused,
    );
    await admin.quiz.unpublish.mutate({ ...hiding, revision: present });
    const hidden = await get(id);
    expect(hidden.status).toBe('unpublished');
    await expect(admin.quiz.publish.mutate({ id, revision: present })).rejects.toMatchObject(
      changed(hidden.revision),
    );
    await admin.quiz.publish.mutate({ id, revision: hidden.revision });
    expect((await get(id)).status).toBe('published');
  });

  it('says nothing of its revision to readers', async () => {
    const { id } = await aQuiz();
    const { client } = await room.aReader();
    const { body } = await client.getQuiz({ params: { id } });
    expect(JSON.stringify(body)).not.toContain('revision');
  });
});
