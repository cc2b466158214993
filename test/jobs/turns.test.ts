import { expect, it } from 'vitest';
import { pauseMs } from '../../server/jobs/turns.ts';

it.each([
  ['as long as the work took, on a quiet database', 300, 1, 300],
  ['three times as long if an empty statement takes 30 ms', 300, 30, 900],
  ['ten seconds at most', 300, 60_000, 10_000],
])('background work pauses %s', (_, workMs, statementMs, expected) =>
  expect(pauseMs(workMs, statementMs)).toBe(expected),
);
