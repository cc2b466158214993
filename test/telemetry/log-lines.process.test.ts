import { execFile } from 'node:child_process';
import { promisify, stripVTControlCharacters } from 'node:util';
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
const readable = `
  import { createLogger } from './server/telemetry/logging.ts';
  const log = createLogger('info', true);
  const request = { requestId: 'r-1', traceId: 't-1', method: 'GET', path: '/a', status: 200 };
  log.info({ ...request, responseTime: 4 }, 'request completed');
  log.warn({ mails: 2 }, 'mail is late');
`;
const linesOf = async (text: string): Promise<string[]> => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', text]);
  return stripVTControlCharacters(stdout).trim().split('\n');
};

it('a line for a terminal is a request in short, or a text with what belongs to it', async () => {
  expect(await linesOf(readable)).toEqual([
    expect.stringMatching(/^\[\d\d:\d\d:\d\d\] INFO: GET \/a 200 in 4 ms$/),
    expect.stringMatching(/^\[\d\d:\d\d:\d\d\] WARN: mail is late \{"mails":2\}$/),
  ]);
});

it('a line has the name, code, text and cause of an error, and none of its other properties', async () => {
  const lines = await linesOf(program);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
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
