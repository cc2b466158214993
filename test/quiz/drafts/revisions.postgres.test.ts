import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openQuizRoom } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin, clock } = room;

/**
 * What six editors do with what they have read: mostly edit it, sometimes without reading again.
 */
const aStep = fc.record({
  reads: fc.constantFrom(true, true, false),
  what: fc.constantFrom('edit', 'edit', 'hold'),
});
const aMorning = fc.array(fc.array(aStep, { minLength: 8, maxLength: 8 }), {
  minLength: 6,
  maxLength: 6,
});

it('six editors of a draft never overwrite what they have not read', async () => {
  const property = fc.asyncProperty(aMorning, async (morning) => {
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    const { quizId: id } = await admin.quiz.draft.mutate();
    /** The title as of each revision, and what was done to it, from the revision that was read. */
    const titles = new Map<number, string>();
    const done: { from: number; title?: string }[] = [];
    const refusals: number[] = [];
    const first = await admin.quiz.get.query({ id });
    await Promise.all(
      morning.map(async (steps, editor) => {
        let { revision } = first;
        for (const [index, { reads, what }] of steps.entries()) {
          if (reads) ({ revision } = await admin.quiz.get.query({ id }));
          const title = `Título ${editor}-${index}`;
          try {
            if (what === 'edit') {
              const edited = await admin.quiz.edit.mutate({ id, revision, title });
              titles.set(edited.revision, title);
              done.push({ from: revision, title });
            } else {
              await admin.quiz.hold.mutate({ id, revision, held: index % 2 === 0 });
              done.push({ from: revision });
            }
          } catch (error) {
            expect(error).toMatchObject({ data: { errorCode: 'quiz-changed' } });
            refusals.push(revision);
          }
        }
      }),
    );
    const last = await admin.quiz.get.query({ id });
    // Each revision was changed once, and none was left out.
    const changed = done.map(({ from }) => from).sort((a, b) => a - b);
    expect(changed).toEqual(changed.map((_, index) => first.revision + index));
    expect(last.revision).toBe(first.revision + done.length);
    const latest = Math.max(0, ...titles.keys());
    expect(last.title).toBe(titles.get(latest) ?? first.title);
    expect(done.length + refusals.length).toBe(48);
    expect(refusals.length).toBeGreaterThan(0);
  });
  await fc.assert(property, { numRuns: 3, endOnFailure: true });
});
