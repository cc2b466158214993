import { type CorpusMail, file, parts, type Shape, text } from './building.ts';
import { otherShapes } from './other-shapes.ts';
import { partShapes } from './part-shapes.ts';
import { textShapes } from './text-shapes.ts';

/** A pseudo-random generator that repeats for the same seed (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const largeBytes = 30 * 1_048_576;
/** A mail of 30 MB, whose attachment is refused and noted. */
const large: Shape = (seed) => ({
  raw: parts(seed, 'multipart/mixed', [
    text(seed.mark),
    file('application/pdf', 'enorme.pdf', Buffer.alloc((largeBytes * 3) / 4, 'a')),
  ]),
});

/**
 * Generates `count` mails of all shapes in turn, the same at each call. One mail in each quarter has 30 MB,
 * so that the memory of the quarters can be compared.
 */
export function* corpusOf(count: number): Generator<CorpusMail> {
  const known = Object.entries({ ...textShapes, ...partShapes, ...otherShapes });
  for (let n = 0; n < count; n += 1) {
    const isLarge = n % Math.ceil(count / 4) === Math.floor(count / 8);
    const [shape, make] = isLarge
      ? (['30 MB', large] as const)
      : (known[n % known.length] ?? ['', large]);
    const mark = `marca${String(n).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}fim`;
    const made = make({ n, random: randomFrom(n), mark });
    const outcome = made.outcome ?? 'new-ticket';
    yield {
      shape,
      raw: Buffer.isBuffer(made.raw) ? made.raw : Buffer.from(made.raw),
      outcome,
      holds: 'holds' in made ? made.holds : outcome === 'new-ticket' ? mark : undefined,
    };
  }
}
