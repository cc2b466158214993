import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const program = `
  import { createLogger } from './server/telemetry/logging.ts';
  const log = createLogger('info', false);
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(ana@exemplo.com.br)' });
  const err = Object.assign(new Error('outer', { cause }), { name: 'AppError', secret: 'abc' });
  log.debug('too fine');
  log.error({ err }, 'it failed');
  log.warn({ err: 'a text' }, 'no error');
`;

it('a line has the name, code, text and cause of an error, and none of its other properties', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    program,
  ]);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toEqual([
    {
      level: 50,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      msg: 'it failed',
      err: {
        type: 'AppError',
        message: 'outer',
        stack: expect.stringContaining('outer'),
        cause: {
          type: 'Error',
          message: 'duplicate key',
          code: '23505',
          stack: expect.stringContaining('duplicate key'),
        },
      },
    },
    expect.objectContaining({ level: 40, err: { message: 'a text' } }),
  ]);
});
