import { afterAll, expect, it } from 'vitest';
import { editionText } from '../../../server/quiz/edition-text.ts';
import { openQuizRoom, refusal } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin, get, newsletter } = room;

it('shows editors a quiz’s edition and its findings, as a draft and published', async () => {
  const { id } = await room.aDraft();
  const edition = newsletter.editions.at(-1);
  const origin = {
    editionTitle: edition?.title,
    editionText: editionText(edition?.html ?? ''),
  };

  expect(await get(id)).toMatchObject({ ...origin, status: 'draft', reason: null });
  await admin.quiz.hold.mutate({ id, reason: 'falta conferir' });
  expect(await get(id)).toMatchObject({ ...origin, status: 'held', reason: 'falta conferir' });
  await admin.quiz.publish.mutate({ id });
  expect(await get(id)).toMatchObject({ ...origin, status: 'published', reason: null });
  await admin.quiz.unpublish.mutate({ id, reason: 'edição retirada' });
  expect(await get(id)).toMatchObject({ ...origin, reason: 'edição retirada' });
  const listed = async (input?: { attempts: boolean }) =>
    (await admin.quiz.list.query(input)).items.find((item) => item.id === id);
  expect(await listed()).toMatchObject({ attempts: 0 });
  expect(await listed({ attempts: false })).toMatchObject({ attempts: null });
});

it('checks an edit in a dry run, and returns its findings and warnings', async () => {
  const draft = await room.aDraft();
  const { id, questions } = draft;
  const [first, second, third] = questions;
  if (!first || !second || !third) throw new Error('too few questions');
  type Edit = Parameters<typeof admin.quiz.edit.mutate>[0];
  const check = (questions: Edit['questions'], more: Partial<Edit> = {}) =>
    admin.quiz.edit.mutate({ id, dryRun: true, questions, ...more });
  const clean = await check([]);
  expect(clean).toMatchObject({ id, problems: [], warnings: [], title: draft.title });
  expect(clean).not.toHaveProperty('editionText');

  const found = await check([
    { id: first.id, explanation: ' ' },
    { id: second.id, options: ['12345', 'b', 'c', 'd'], correctAnswer: '12345' },
    { id: third.id, question: 'E o que é 12345?', correctAnswer: 'nenhuma' },
  ]);
  expect(found.problems).toEqual([
    'questions.0.explanation está vazio.',
    'questions.2.correctAnswer não é uma das opções.',
  ]);
  expect(found.warnings).toEqual([
    'questions.1.correctAnswer tem um número ou nome que não está na edição.',
    'A resposta de questions.1 aparece na pergunta questions.2.',
  ]);
  expect(await get(id)).toEqual(draft);

  // What is only suspicious is the editor's decision.
  const edit = [{ id: second.id, options: ['12345', 'b', 'c', 'd'], correctAnswer: '12345' }];
  const saved = await admin.quiz.edit.mutate({ id, questions: edit });
  expect(saved.warnings).toHaveLength(1);
  expect((await get(id)).questions[1]?.correctAnswer).toBe('12345');
  const stale = { revision: draft.revision };
  await expect(check([], stale)).rejects.toMatchObject(refusal('quiz-changed'));
  expect(await room.actsOn(id)).toHaveLength(2);
});
