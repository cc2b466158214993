import { describe, expect, it } from 'vitest';
import {
  isOutage,
  isReplicaFault,
  isSerializationFailure,
  violatedConstraint,
} from '../../db/connection/errors.ts';
import { toAppError } from '../../server/core/errors.ts';

const withCode = (code: string, more: object = {}) =>
  Object.assign(new Error('a failure'), { code, ...more });

describe('an error of the database', () => {
  it.each([
    // Connections, resources, a server that stops or starts, time-outs.
    '08P01',
    '57P01',
    '55P03',
    '25P03',
    'ECONNRESET',
    'ENOTFOUND',
  ])('%s is an outage, which a replica’s read survives', (code) => {
    expect(isOutage(withCode(code))).toBe(true);
    expect(isReplicaFault(withCode(code))).toBe(true);
    expect(toAppError(withCode(code)).code).toBe('unavailable');
  });

  it.each(['23505', '42601', '57000', 'ENOENT'])(
    '%s is none, and is not repeated anywhere',
    (code) => {
      expect(isOutage(withCode(code))).toBe(false);
      expect(isReplicaFault(withCode(code))).toBe(false);
      expect(isSerializationFailure(withCode(code))).toBe(false);
      expect(toAppError(withCode(code)).code).toBe('internal-error');
    },
  );

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Cannot use a pool after calling end on the pool',
  ])('without a code is an outage if it says “%s”', (message) => {
    expect(isOutage(new Error(message))).toBe(true);
    expect(isOutage(new Error(`it said: ${message}`))).toBe(false);
    expect(isOutage(new AggregateError([new Error('x'), new Error(message)]))).toBe(true);
    expect(isOutage(message)).toBe(false);
  });

  it('takes a fatal error as an outage, whatever its code', () => {
    expect(isOutage(withCode('28P01', { severity: 'FATAL' }))).toBe(true);
    expect(isOutage(withCode('28P01', { severity: 'ERROR' }))).toBe(false);
  });

  it('blames the replica for a conflict with the replay or for a write, not for slowness', () => {
    for (const code of ['40001', '40P01', '25006', '58030', 'XX000'])
      expect([code, isReplicaFault(withCode(code))]).toEqual([code, true]);
    expect([isOutage(withCode('57014')), isReplicaFault(withCode('57014'))]).toEqual([true, false]);
  });

  it('names the constraint of a unique or foreign key, and of nothing else', () => {
    const constraint = 'tags_name_key';
    expect(violatedConstraint(withCode('23505', { constraint }))).toBe(constraint);
    expect(violatedConstraint(withCode('23503', { constraint }))).toBe(constraint);
    expect(violatedConstraint(withCode('23514', { constraint }))).toBeUndefined();
    expect(violatedConstraint(withCode('23505'))).toBeUndefined();
  });
});
