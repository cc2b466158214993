import { beforeEach, describe, expect, it, vi } from 'vitest';

await vi.hoisted(async () => (await import('../stub-window.ts')).stubWindow());
const {
  act,
  lastOf,
  runTakeBack,
  takeBackLast,
  undone: count,
} = await import('../../../console/src/shell/undo/undo-stack.ts');

const undone: string[] = [];
const undoing = (name: string) => async () => {
  undone.push(name);
  return name;
};

/** An act that ends when a test says so. */
const begin = (outcome: Parameters<typeof act<void>>[1]) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = act(() => promise, outcome);
  const end = () => {
    resolve();
    return ended;
  };
  return { end };
};
const did = (name: string) => begin(() => ({ text: name, undo: undoing(name) })).end();

beforeEach(() => {
  undone.length = 0;
});

describe('what Z takes back', () => {
  it('Z undoes the latest act of this tab or another one', () => {
    const [here, elsewhere] = [{ at: 2 }, { at: 3 }];
    expect(lastOf([here, elsewhere])).toBe(elsewhere);
    expect(lastOf([here, { ...elsewhere, isUnwanted: true }])).toBe(here);
    expect(lastOf([])).toBeUndefined();
  });

  it('Z undoes one act after another, each once', async () => {
    await did('um');
    await did('dois');
    for (let presses = 0; presses < 3; presses += 1) await takeBackLast([]);
    expect(undone).toEqual(['dois', 'um']);
  });

  it('Z undoes an act in flight as soon as it is done', async () => {
    const begun = begin(() => ({ text: 'feito', undo: undoing('em voo') }));
    await takeBackLast([]);
    expect(undone).toEqual([]);
    await begun.end();
    expect(undone).toEqual(['em voo']);
  });

  it('Z undoes a mail in flight as soon as it is sent', async () => {
    const begun = begin(() => ({ isMail: true, undo: undoing('e-mail') }));
    await takeBackLast([]);
    await begun.end();
    expect(undone).toEqual(['e-mail']);
    await begin(() => ({ isMail: true, undo: undoing('outro') })).end();
    expect(undone).toEqual(['e-mail']);
  });

  it('Z never skips an act that cannot be undone', async () => {
    await did('antes');
    await begin(() => ({ text: 'para sempre' })).end();
    await takeBackLast([]);
    expect(undone).toEqual([]);
    await takeBackLast([]);
    expect(undone).toEqual(['antes']);
  });

  it('Z ignores an act that failed', async () => {
    const failing = act(
      () => Promise.reject(new Error('no')),
      () => ({ undo: undoing('nada') }),
    );
    await expect(failing).rejects.toThrow('no');
    await takeBackLast([]);
    expect(undone).toEqual([]);
  });

  it('fetches fresh data after an undo, even a refused one', async () => {
    const refreshed = vi.fn();
    count.subscribe(refreshed);
    await runTakeBack(undoing('um'));
    await runTakeBack(() => Promise.reject(new Error('no')));
    expect(refreshed).toHaveBeenCalledTimes(2);
  });
});
