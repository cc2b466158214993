import { describe, expect, it } from 'vitest';
import { abortable } from '../../server/core/abortable.ts';

const never = new Promise<never>(() => undefined);

describe('abortable', () => {
  it('rejects with the reason of a signal that aborts later or has aborted already', async () => {
    const later = new AbortController();
    const waiting = abortable(never, later.signal);
    later.abort('later');
    await expect(waiting).rejects.toBe('later');
    await expect(abortable(never, AbortSignal.abort('before'))).rejects.toBe('before');
  });

  it('returns what the work returns', async () => {
    expect(await abortable(Promise.resolve(1), new AbortController().signal)).toBe(1);
  });
});
