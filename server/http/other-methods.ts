import { AppError } from '../core/errors.ts';
import { type Declared, free } from './admission/gate.ts';

/**
 * Answers OPTIONS with 204 (RFC 9110 §9.3.7) and other methods with `method-not-allowed`; both set `Allow`.
 */
export const otherMethods = (methods: readonly string[]): Declared => {
  const allowed = new Set([...methods, 'OPTIONS']);
  if (allowed.has('GET')) allowed.add('HEAD');
  const allow = [...allowed].sort().join(', ');
  return free((req, res) => {
    res.set('Allow', allow);
    if (req.method !== 'OPTIONS') throw new AppError('method-not-allowed');
    res.status(204).end();
  });
};
