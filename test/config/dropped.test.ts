import { expect, it } from 'vitest';
import { logDroppedVariables } from '../../server/config/dropped-variables.ts';

it('logs a variable that is set and not read any more, and no other', () => {
  const lines: unknown[][] = [];
  logDroppedVariables(
    { WARM_UP: 'off', LOG_LEVEL: 'info' },
    { warn: (...line: unknown[]) => lines.push(line) },
  );
  expect(lines).toEqual([
    [
      expect.objectContaining({ variable: 'WARM_UP' }),
      'a variable is set that is not read any more',
    ],
  ]);
});
