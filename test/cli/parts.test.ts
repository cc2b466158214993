import { TRPCClientError } from '@trpc/client';
import { CliValidationError } from 'trpc-cli';
import { describe, expect, it } from 'vitest';
import { propertiesOf, readCommandLine } from '../../cli/arguments.ts';
import { callFor } from '../../cli/call.ts';
import { readShownCommands } from '../../cli/commands.ts';
import { describeFailure, UsageError } from '../../cli/failure.ts';
import { describeOption } from '../../cli/option-help.ts';
import { readInput } from '../../cli/read-input.ts';
import { hasFailed, nextCursorOf } from '../../cli/result.ts';
import { LeitorError } from '../../packages/sdk/src/index.ts';
import { procedures } from '../../server/internal-contract.ts';
import { jsonSchemaOf } from '../../server/trpc/json-schema.ts';

// The parts of the CLI that need no service.

describe('a failure', () => {
  const ofService = (message: string, data?: object) =>
    TRPCClientError.from({ error: { message, code: -32_600, data } });
  const ofPublicApi = (code: string, field?: string) =>
    new LeitorError({
      operation: 'uploadAttachments',
      status: 400,
      headers: new Headers({
        'x-error-code': code,
        'x-request-id': 'r-1',
        ...(field && { 'x-error-field': field }),
      }),
    });
  const usage = { code: 2, fields: { code: 'usage' } };
  const failed = { code: 1, fields: { code: 'failed' } };
  const requestId = 'r-1';
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:1');

  it.each([
    ['broken\n  pipe', new Error('broken\n  pipe'), { line: 'broken pipe', ...failed }],
    [
      'of the parser',
      new CliValidationError('✖ Invalid input\n  → at id\n\nUsage: leitor'),
      { line: 'Invalid input → at id', ...usage },
    ],
    [
      'without a response',
      TRPCClientError.from(new TypeError('fetch failed', { cause: refused })),
      {
        line: expect.stringContaining(refused.message),
        code: 3,
        fields: { code: 'unreachable' },
      },
    ],
    [
      'of a missing file',
      Object.assign(new Error('ENOENT'), { code: 'ENOENT', path: 'a.csv' }),
      { line: 'a.csv: no such file', ...failed },
    ],
    [
      'of the service',
      ofService('ticket-not-found', { errorCode: 'ticket-not-found', requestId }),
      { line: 'ticket not found', code: 1, fields: { code: 'ticket-not-found', requestId } },
    ],
    [
      'of a role',
      ofService('forbidden: requires the role admin', {
        errorCode: 'forbidden',
        requiredRole: 'admin',
      }),
      { line: 'forbidden: needs the role admin', code: 1, fields: { code: 'forbidden' } },
    ],
    [
      'of a field',
      ofService('agentEmail: Invalid email', { errorCode: 'invalid-request', field: 'agentEmail' }),
      {
        line: '--agent-email: Invalid email (see --help)',
        code: 2,
        fields: { code: 'invalid-request', field: 'agentEmail' },
      },
    ],
    [
      'of a field of the public API',
      ofPublicApi('invalid-request', 'mensagemId'),
      {
        line: 'invalid request: field mensagemId (request r-1)',
        code: 1,
        fields: { code: 'invalid-request', field: 'mensagemId', requestId },
      },
    ],
  ])('%s is a line, an exit code and fields', (_, error, described) => {
    expect(describeFailure(error)).toEqual(described);
  });
});

describe('a result', () => {
  it.each([
    [{ outcome: 'failed' }, true],
    [{ imported: 3, bad: 1 }, true],
    [{ outcomes: [{ ok: true }, { ok: false }] }, true],
    [[{ ok: true }, { ok: false }], true],
    [[{ ok: true }, { id: 1 }], false],
  ])('%j has failed: %s', (result, failed) => {
    expect(hasFailed(result)).toBe(failed);
  });
});

it.each([
  [{ description: 'Rows of a page', minimum: 1, maximum: 100 }, 'Rows of a page; 1 to 100'],
  [
    { description: 'Filters', items: { properties: { a: {} } }, type: 'array', maxItems: 20 },
    'Filters; as JSON with a; at most 20',
  ],
  [{ format: 'date-time' }, 'a day, or as 2026-03-10T09:00:00-03:00'],
  [{ format: 'email', maxLength: 254 }, 'an e-mail'],
  [{ type: 'array', description: 'As `ticketIds`' }, 'As --ticket-ids; several'],
  [{ minimum: 1, maximum: 2_147_483_647 }, ''],
])('the option %o is described: %s', (property, text) => {
  expect(describeOption(property)).toBe(text);
});

it('an option for texts of several forms takes any text, for one form or null only that form', () => {
  const optionOf = (line: string, option: string) =>
    propertiesOf(line.split(' '), readShownCommands()).get(option);
  expect(optionOf('streaks record-reading', 'at')).toEqual({
    type: 'string',
    description: 'A moment, or a day in São Paulo; by default now',
  });
  const { type, format } = optionOf('tickets assign', 'agent-email') ?? {};
  expect([type, format]).toEqual(['string', 'email']);
});

describe('an input', () => {
  const read = (path: string, given: object) => {
    const input = procedures.find((procedure) => procedure.path === path)?.input;
    return readInput(input && jsonSchemaOf(input), given);
  };

  it('says null only where the procedure takes it', () => {
    expect(read('tickets.assign', { ids: [1], agentEmail: 'null' })).toEqual({
      ids: [1],
      agentEmail: null,
    });
    const note = { id: 1, body: 'null' };
    expect(read('tickets.addNote', note)).toEqual(note);
  });

  it('takes a civil day where a moment is taken: from its start, and to its end', () => {
    const day = '2026-10-01';
    expect(read('tickets.list', { from: day, to: day })).toEqual({
      from: '2026-10-01T03:00:00.000Z',
      to: '2026-10-02T03:00:00.000Z',
    });
    const bulk = { filter: { from: day }, setStatus: 'closed' };
    expect(read('tickets.bulk', bulk)).toMatchObject({
      filter: { from: '2026-10-01T03:00:00.000Z' },
    });
    expect(read('tickets.snooze', { ids: [1], until: day })).toMatchObject({
      until: '2026-10-01T03:00:00.000Z',
    });
  });

  it.each([
    ['2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    ['2019-02-16', '2019-02-16T02:00:00.000Z', '2019-02-17T03:00:00.000Z'],
  ])('knows daylight saving time on %s', (day, from, to) => {
    expect(read('tickets.list', { from: day, to: day })).toEqual({ from, to });
  });

  it('keeps a moment, and a day where a day is taken', () => {
    const from = '2026-10-01T09:00:00-03:00';
    expect(read('tickets.list', { from })).toEqual({ from });
    const reading = { email: 'ana@exemplo.com.br', at: '2026-10-01' };
    expect(read('streaks.recordReading', reading)).toEqual(reading);
  });

  it.each([
    ['tickets.list', { from: '01/10/2026' }, /^--from: must be a day as .* or a moment as /],
    ['tickets.bulk', { filter: { to: '2026-02-30' } }, /^--filter\.to: must be a day/],
    ['streaks.addDay', { day: 'ontem' }, /^--day: must be a day as \S+$/],
  ])('of %s with a wrong day is refused with an example', (path, given, says) => {
    expect(() => read(path, given)).toThrow(says);
  });
});

describe('a command line', () => {
  it.each([
    ['tickets list --all', { args: 'tickets list', ids: [], all: true }],
    ['reports check --all', { args: 'reports check', ids: [], all: false }],
    [
      'tickets get --id=7 --id 8 --id=9',
      { args: 'tickets get --id=7 --id 8 --id=9', ids: ['7', '8', '9'], all: false },
    ],
  ])('%s is read', (text, { args, ...read }) => {
    expect(readCommandLine(text.split(' '), readShownCommands())).toEqual({
      args: args.split(' '),
      ...read,
    });
  });

  it('has --all for lists with pages alone', () => {
    expect(() =>
      readCommandLine('tags delete --id 1 --all'.split(' '), readShownCommands()),
    ).toThrow("option '--all' is for lists with pages");
  });

  it('repeats no option that takes one value', () => {
    const words = 'tickets set-status --id 1 --status open --status closed'.split(' ');
    expect(() => readCommandLine(words, readShownCommands())).toThrow(
      "option '--status' is given 2 times",
    );
  });
});

describe('a call', () => {
  const line = { args: [], ids: [], all: false };

  it.each([
    [{ id: 7, status: 'open' }, [7, 8]],
    [{ id: '7', status: 'open' }, ['7', '8']],
  ])('is made for each id, as the input has them: %o', async (input, ids) => {
    const inputs: unknown[] = [];
    const call = async (given: unknown) => {
      inputs.push(given);
      if (inputs.length === 2) throw new UsageError('no');
      return { status: 'open' };
    };
    expect(await callFor(call, { ...line, ids: ['7', '8'] })(input)).toEqual([
      { id: '7', ok: true, status: 'open' },
      { id: '8', ok: false, reason: 'no (see --help)' },
    ]);
    expect(inputs).toEqual(ids.map((id) => ({ id, status: 'open' })));
  });

  it('is made for each page, with a hundred items unless told otherwise', async () => {
    const inputs: unknown[] = [];
    const call = async (given: unknown) => {
      inputs.push(given);
      return { items: [inputs.length], nextCursor: inputs.length === 2 ? null : 'c' };
    };
    const all = callFor(call, { ...line, all: true });
    expect(await all({ main: 'a' })).toEqual({ items: [1, 2], nextCursor: null });
    inputs.length = 0;
    await all({ limit: 3 });
    expect(inputs).toEqual([{ limit: 3 }, { limit: 3, cursor: 'c' }]);
    expect([7, 'c', null].map((nextCursor) => nextCursorOf({ items: [], nextCursor }))).toEqual([
      7,
      'c',
      undefined,
    ]);
  });
});
