import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '../../../server/core/civil-time.ts';
import { ageRuns } from '../../support/age.ts';
import { openQuizRoom, refusal } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin, model } = room;

let day = Date.parse('2026-08-03T00:00:00-03:00');
const at = async (hour: number): Promise<void> => {
  const moment = day + hour * 3_600_000;
  await ageRuns(room.db, moment - room.clock.now.getTime());
  room.clock.now = new Date(moment);
  await room.service.jobs.tick();
};
beforeEach(async () => {
  day += dayMs;
  await at(9);
});

const draftOfToday = async () => {
  const quizDate = new Date(day + dayMs / 2).toISOString().slice(0, 10);
  const { items } = await admin.quiz.list.query();
  const found = items.filter((item) => item.quizDate === quizDate);
  expect(found.length).toBeLessThan(2);
  return found[0] && room.get(found[0].id);
};
const unfinished = refusal('quiz-unfinished');
// The last one is kept.
const refuse = () => model.next('twin-options', 'nine-questions');
const aBlank = async () => room.get((await admin.quiz.draft.mutate({ blank: true })).quizId);

/** Ten questions as a person would write them. */
const written = (ids: readonly string[]) =>
  ids.map((id, n) => ({
    id,
    question: `Qual é a palavra de número ${n}?`,
    options: ['casa', 'rua', 'praia', 'serra'],
    correctAnswer: 'praia',
    explanation: 'É a terceira.',
  }));

describe('a quiz that the checks refused', () => {
  it('is stored as a draft with its findings, and generation still fails', async () => {
    refuse();
    expect((await room.anonymous.generateQuiz()).status).toBe(502);
    const draft = await draftOfToday();
    expect(draft).toMatchObject({ refused: true, status: 'draft' });
    expect(draft?.questions).toHaveLength(10);
    expect(draft?.findings).toEqual(['questions.9 está em branco.']);
    const id = draft?.id ?? '';
    await expect(admin.quiz.publish.mutate({ id })).rejects.toMatchObject(unfinished);
    const { client } = await room.aReader();
    expect((await client.getTodaysQuiz()).status).toBe(404);
    await at(13);
    const published = await draftOfToday();
    expect(published).toMatchObject({ status: 'published' });
    // One that was to replace the day's quiz is no draft beside it.
    refuse();
    await expect(admin.quiz.generate.mutate({ overwrite: true })).rejects.toThrow();
    expect(await draftOfToday()).toEqual(published);
  });

  it('is stored if the model returned none, with what there is of it', async () => {
    model.next('not-json', 'wrong-types');
    expect((await room.anonymous.generateQuiz()).status).toBe(502);
    const draft = await draftOfToday();
    expect(draft?.findings).toContain('questions.0.options.0 está vazio.');
    expect(draft?.questions.at(-1)?.question).not.toBe('');
    model.next('not-json', 'not-json');
    expect((await room.anonymous.generateQuiz()).status).toBe(502);
    const { refused, findings } = (await draftOfToday()) ?? {};
    expect([refused, findings?.length]).toEqual([true, 1]);
  });

  it('needs an editor to save it if only its surplus questions were dropped', async () => {
    model.next('eleven-questions', 'eleven-questions');
    await expect(admin.quiz.draft.mutate()).rejects.toThrow();
    const { id = '', findings = [] } = (await draftOfToday()) ?? {};
    expect(findings).toEqual([expect.stringContaining('confira e salve')]);
    await expect(admin.quiz.publish.mutate({ id })).rejects.toMatchObject(unfinished);
    expect(await admin.quiz.edit.mutate({ id })).toMatchObject({ refused: false, findings: [] });
  });

  it('is replaced by the next one, and replaces no finished draft', async () => {
    refuse();
    await expect(admin.quiz.draft.mutate()).rejects.toMatchObject(
      refusal('quiz-generation-failed', 'unusable'),
    );
    const { quizId } = await admin.quiz.draft.mutate();
    expect(await draftOfToday()).toMatchObject({ id: quizId, refused: false, findings: [] });
    refuse();
    await expect(admin.quiz.draft.mutate({ overwrite: true })).rejects.toThrow();
    expect((await draftOfToday())?.id).toBe(quizId);
  });

  it('is not stored if the model does not respond the second time', async () => {
    model.next('twin-options', 'down', 'down', 'down');
    await expect(admin.quiz.draft.mutate()).rejects.toMatchObject(
      refusal('quiz-generation-failed', 'unavailable'),
    );
    expect(await draftOfToday()).toBeUndefined();
  });

  it('is published once an editor mended it, also against the edition', async () => {
    refuse();
    await expect(admin.quiz.draft.mutate()).rejects.toThrow();
    const draft = await draftOfToday();
    const [last = ''] = draft?.questions.map(({ id }) => id).slice(-1) ?? [];
    const id = draft?.id ?? '';
    const [question] = written([last]);
    const options = ['98765', 'rua', 'praia', 'serra'];
    const unsupported = await admin.quiz.edit.mutate({
      id,
      questions: [{ ...question, id: last, options, correctAnswer: '98765' }],
    });
    expect(unsupported).toMatchObject({
      refused: true,
      findings: ['questions.9.correctAnswer tem um número ou nome que não está na edição.'],
    });
    await expect(admin.quiz.publish.mutate({ id })).rejects.toMatchObject(unfinished);
    const mended = await admin.quiz.edit.mutate({
      id,
      questions: [{ id: last, correctAnswer: 'rua' }],
    });
    expect(mended).toMatchObject({ refused: false, findings: [] });
    await at(12);
    expect(await draftOfToday()).toMatchObject({ id, status: 'published' });
  });
});

describe('a blank draft', () => {
  it('has ten empty questions with four empty options, and is saved incomplete', async () => {
    const { id, questions, revision, findings, ...blank } = await aBlank();
    expect(blank).toMatchObject({ title: '', refused: false, status: 'draft' });
    expect(blank.editionText).toMatch(/\S{5}/);
    expect(questions.map(({ options }) => options)).toEqual(Array(10).fill(['', '', '', '']));
    expect(findings).toHaveLength(12);
    const ids = questions.map((question) => question.id);
    const [first = ''] = ids;
    const half = await admin.quiz.edit.mutate({
      id,
      revision,
      title: 'À mão',
      questions: [{ id: first, question: 'Quem?', options: ['eu', 'tu'] }],
    });
    expect(half.questions[0]?.options).toEqual(['eu', 'tu', '', '']);
    expect(half.findings).toContain('questions.0.options.2 está vazio.');
    await expect(admin.quiz.publish.mutate({ id })).rejects.toMatchObject(unfinished);
    const order = ids.toReversed();
    const whole = await admin.quiz.edit.mutate({
      id,
      description: 'Dez palavras',
      questions: written(ids),
      order,
    });
    expect(whole.findings).toEqual([]);
    await admin.quiz.publish.mutate({ id, revision: whole.revision });
    const published = await room.get(id);
    expect(published.questions.map((question) => question.id)).toEqual(order);
  });

  it('is made without an edition while the newsletter does not respond', async () => {
    room.newsletter.next('down', 'down', 'down');
    const { id, editionTitle, editionText, questions } = await aBlank();
    expect([editionTitle, editionText, questions.length]).toEqual(['', null, 10]);
    await expect(
      admin.quiz.regenerate.mutate({ id, questionId: questions[0]?.id ?? '' }),
    ).rejects.toMatchObject(refusal('no-edition-available'));
  });

  it('is replaced by the quiz of noon, or held if an editor changed it', async () => {
    const blank = await aBlank();
    await at(12);
    const quiz = await draftOfToday();
    expect(quiz).toMatchObject({ status: 'published' });
    expect(quiz?.id).not.toBe(blank.id);

    day += dayMs;
    await at(9);
    const { id } = await aBlank();
    await admin.quiz.edit.mutate({ id, title: 'Só o título' });
    const asked = model.requests.length;
    expect((await room.anonymous.generateQuiz()).status).toBe(409);
    await at(12);
    expect(model.requests).toHaveLength(asked);
    expect(await draftOfToday()).toMatchObject({ id, status: 'held', title: 'Só o título' });
    const held = { field: 'held', before: false, after: true };
    expect((await room.actsOn(id))[0]).toEqual(['quiz.hold', held]);
    expect(await admin.quiz.today.query()).toMatchObject({
      missing: true,
      reason: 'unfinished',
      quizId: id,
    });
    const { quizId } = await admin.quiz.generate.mutate({ overwrite: true });
    expect(await draftOfToday()).toMatchObject({ id: quizId, status: 'published' });
  });

  it('is held at noon if an editor had the model write a question', async () => {
    const { id, questions } = await aBlank();
    await admin.quiz.regenerate.mutate({ id, questionId: questions[0]?.id ?? '' });
    await at(12);
    expect(await draftOfToday()).toMatchObject({ id, status: 'held' });
  });

  it('is held if an editor begins to write while the model does', async () => {
    const { id } = await aBlank();
    const asked = model.requests.length;
    const release = model.hold();
    const generating = room.anonymous.generateQuiz();
    await expect.poll(() => model.requests.length).toBe(asked + 1);
    await admin.quiz.edit.mutate({ id, title: 'Só o título' });
    release();
    expect((await generating).status).toBe(409);
    expect(await draftOfToday()).toMatchObject({ id, status: 'held', title: 'Só o título' });
  });

  it('gets one question from the model, unless an editor changes it meanwhile', async () => {
    const { id, questions, revision } = await aBlank();
    const [first, second] = questions;
    const after = await admin.quiz.regenerate.mutate({
      id,
      questionId: second?.id ?? '',
      revision,
    });
    expect(after.questions[1]?.options).toContain(after.questions[1]?.correctAnswer);
    expect(after.questions[1]?.question).not.toBe('');
    expect(after.questions.toSpliced(1, 1)).toMatchObject(
      questions.toSpliced(1, 1).map(({ id: other, question }) => ({ id: other, question })),
    );
    await expect(
      admin.quiz.regenerate.mutate({ id, questionId: first?.id ?? '', revision }),
    ).rejects.toMatchObject(refusal('quiz-changed'));
    expect((await room.actsOn(id))[0]).toEqual([
      'quiz.regenerate',
      { field: 'question', after: 2 },
    ]);
    const release = model.hold();
    const asked = model.requests.length;
    const again = admin.quiz.regenerate.mutate({ id, questionId: first?.id ?? '' });
    await expect.poll(() => model.requests.length).toBeGreaterThan(asked);
    const { revision: edited } = await admin.quiz.edit.mutate({ id, title: 'À mão' });
    release();
    await expect(again).rejects.toMatchObject(refusal('quiz-changed', String(edited)));
  });
});

it('a draft of another day cannot be changed, and can be deleted', async () => {
  const { id } = await aBlank();
  day += dayMs;
  await at(9);
  const outdated = refusal('quiz-not-a-draft', 'outdated');
  await expect(admin.quiz.edit.mutate({ id, title: 'x' })).rejects.toMatchObject(outdated);
  await admin.quiz.discard.mutate({ id });
  await expect(room.get(id)).rejects.toThrow('quiz-not-found');
});

describe('quiz.today', () => {
  it('reports no failure of another day', async () => {
    const { editions } = room.newsletter;
    room.newsletter.editions = [];
    await at(12);
    expect(await admin.quiz.today.query()).toMatchObject({ error: 'no-edition-available' });
    day += dayMs;
    await at(9);
    room.newsletter.editions = editions;
    expect(await admin.quiz.today.query()).toMatchObject({ missing: false, error: null });
  });

  it('reports after noon why there is no quiz', async () => {
    const today = () => admin.quiz.today.query();
    expect(await today()).toMatchObject({ missing: false, reason: null });
    const { editions } = room.newsletter;
    room.newsletter.editions = [];
    // Noon, before the job has run.
    room.clock.now = new Date(day + dayMs / 2);
    expect(await today()).toMatchObject({ missing: true, reason: 'not-generated', error: null });
    await at(12);
    room.newsletter.editions = editions;
    expect(await today()).toMatchObject({
      missing: true,
      reason: 'failed',
      error: 'no-edition-available',
    });
    refuse();
    await expect(admin.quiz.draft.mutate()).rejects.toThrow();
    expect(await today()).toMatchObject({
      reason: 'refused',
      findings: ['questions.9 está em branco.'],
    });
    // Made after noon, it waits for somebody to publish it.
    const { quizId: id } = await admin.quiz.draft.mutate({ overwrite: true });
    expect(await today()).toMatchObject({ missing: true, reason: 'waiting', quizId: id });
    await admin.quiz.hold.mutate({ id });
    expect(await today()).toMatchObject({ missing: true, reason: 'held' });
    const { quizId } = await admin.quiz.publish.mutate({ id });
    expect(await today()).toMatchObject({ missing: false, quizId });
    await admin.quiz.unpublish.mutate({ id: quizId, reason: 'x' });
    expect(await today()).toMatchObject({ missing: true, reason: 'unpublished' });
  });
});
