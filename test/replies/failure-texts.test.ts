import { expect, it } from 'vitest';
import type { ReplyFailure } from '../../server/replies/service.ts';
import { saveToWire } from '../../server/replies/wire.ts';

const reasons: ReplyFailure[] = [
  'ticket-not-found',
  'ticket-closed',
  'already-answered',
  'draft-exists',
  'model-failed',
  'model-budget-exhausted',
  'link-not-allowed',
  'too-late',
  'low-confidence',
  'newer-message',
  'unavailable',
];

it('every failure of a batch has a Portuguese text of its own', () => {
  const outcomes = reasons.map(
    (reason) => ({ ticketId: 1, ok: false, confidence: 0, reason }) as const,
  );
  const texts = saveToWire(outcomes).resultados.map(({ erro }) => erro ?? '');
  expect(new Set(texts).size).toBe(reasons.length);
  for (const text of texts) expect(text).toMatch(/^\p{Lu}.{10}/u);
});
