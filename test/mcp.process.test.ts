import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { boundResult } from '../cli/mcp-output.ts';
import { procedures } from '../server/internal-contract.ts';
import { startApp } from './harness.ts';
import { programEnv } from './process.ts';

const app = await startApp();
const email = `${crypto.randomUUID()}@exemplo.com.br`;
const token = await app.token({ role: 'admin', email });
const tokenFile = join(app.directory, 'token-of-mcp');
await writeFile(tokenFile, token);

/** A client of the protocol with `leitor mcp` in a process of its own. */
const openSession = async (...options: string[]) => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['cli/main.ts', 'mcp', ...options],
      env: {
        PATH: programEnv.PATH ?? '',
        LEITOR_URL: app.internalUrl,
        LEITOR_TOKEN_FILE: tokenFile,
      },
    }),
  );
  const { tools } = await client.listTools();
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const result = (await client.callTool({ name, arguments: input })) as CallToolResult;
    const texts = result.content.map((part) => (part.type === 'text' ? part.text : ''));
    return { ...result, texts };
  };
  return { tools, call, client, close: () => client.close() };
};

const [reading, changing, destroying] = await Promise.all([
  openSession(),
  openSession('--allow', 'changes'),
  openSession('--allow', 'destroy'),
]);
afterAll(async () => {
  await Promise.all([reading, changing, destroying].map(({ close }) => close()));
  await app.close();
});

const namesOf = (...effects: string[]) =>
  procedures
    .filter(({ effect }) => effects.includes(effect))
    .map(({ path }) => path.replaceAll('.', '_'));

const failureOf = async (result: ReturnType<typeof reading.call>) => {
  const { isError, texts } = await result;
  expect(isError).toBe(true);
  return JSON.parse(texts[0] ?? '');
};

describe('leitor mcp', () => {
  it('has a tool for every procedure that reads, and others if they are allowed', () => {
    const names = ({ tools }: typeof reading) => tools.map(({ name }) => name);
    expect(names(reading)).toEqual(namesOf('read'));
    expect(names(changing)).toEqual(namesOf('read', 'change'));
    expect(names(destroying)).toEqual(namesOf('read', 'change', 'destroy'));
  });

  it('says what it is, and how its lists, moments and changes are read', () => {
    expect(reading.client.getServerVersion()).toMatchObject({ name: 'leitor' });
    expect(reading.client.getInstructions()).toMatch(
      /`items` and `nextCursor`, which a next call takes as `cursor`.*ISO 8601 in UTC.*São Paulo.*only counts unless `expected` repeats the total/s,
    );
  });

  it('describes what a tool takes, returns and does to what there is', () => {
    for (const { name, description, inputSchema, annotations } of destroying.tools) {
      const effect = procedures.find(({ path }) => path.replaceAll('.', '_') === name)?.effect;
      expect(inputSchema.type).toBe('object');
      expect(description, name).toMatch(/\. Needs the role (agent|editor|admin)\.$/);
      expect(annotations).toEqual({
        readOnlyHint: effect === 'read',
        destructiveHint: effect === 'destroy',
      });
    }
    const queue = reading.tools.find(({ name }) => name === 'tickets_queue');
    expect(queue?.outputSchema?.properties).toHaveProperty('items');
  });

  it('returns what the procedure returns, which the protocol checks by its schema', async () => {
    const { structuredContent, texts } = await reading.call('me_get');
    expect(structuredContent).toMatchObject({ email, role: 'admin' });
    expect(JSON.parse(texts[0] ?? '')).toEqual(structuredContent);
  });

  it('leaves in the trail who changed what, and by which program', async () => {
    const name = `Tag ${crypto.randomUUID()}`;
    const { structuredContent } = await changing.call('tags_create', { name, color: '#1D4ED8' });
    const deleted = await destroying.call('tags_delete', { id: structuredContent?.id });
    expect([deleted.texts, deleted.structuredContent]).toEqual([['done'], undefined]);
    const { structuredContent: acts } = await reading.call('audit_list', { actor: email });
    expect(acts?.items).toMatchObject([
      { action: 'tags.delete', channel: 'trpc', client: 'mcp', actorEmail: email },
      { action: 'tags.create', channel: 'trpc', client: 'mcp', actorEmail: email },
    ]);
  });

  it('refuses what is not allowed, unknown or invalid, and says what the service said', async () => {
    const tag = { name: 'A', color: 'azul' };
    expect(await failureOf(reading.call('tags_create', tag))).toEqual({
      code: 'not-allowed',
      message: 'start it with --allow changes',
    });
    expect(await failureOf(changing.call('tags_delete', { id: 1 }))).toMatchObject({
      message: 'start it with --allow destroy',
    });
    expect(await failureOf(reading.call('tags_explode'))).toMatchObject({ code: 'not-found' });
    expect(await failureOf(changing.call('tags_create', tag))).toMatchObject({
      code: 'invalid-request',
      field: 'color',
    });
    expect(await failureOf(destroying.call('tags_delete', { id: 999_999 }))).toMatchObject({
      code: 'tag-not-found',
      requestId: expect.any(String),
    });
  });

  it('sends the token that its file has now, not the one that it began with', async () => {
    await writeFile(tokenFile, 'a.b.c');
    onTestFinished(() => writeFile(tokenFile, token));
    expect(await failureOf(reading.call('me_get'))).toMatchObject({ code: 'invalid-token' });
  });

  it('cuts a long result, says so, and keeps its shape', async () => {
    const ticket = { subject: 'Longo', body: 'Muito texto. '.repeat(5_000), main: 'Geral' };
    const { structuredContent: made } = await changing.call('tickets_create', ticket);
    const { structuredContent, texts } = await reading.call('tickets_get', { id: made?.id });
    expect(structuredContent).toMatchObject({ id: made?.id, subject: 'Longo' });
    expect(texts[0]?.length).toBeLessThanOrEqual(40_000);
    expect(texts[1]).toMatch(/^Cut to 40000 characters\. messages\.0\.body: \d+ of \d+/);
  });
});

describe('the bound of a result', () => {
  it('halves the longest lists, then texts, and names what it cut', () => {
    const items = Array.from({ length: 100 }, (_, id) => ({ id, text: 'x'.repeat(50) }));
    const { value, cut } = boundResult({ items, nextCursor: '7' }, 1_000);
    expect(value).toEqual({ items: items.slice(0, 12), nextCursor: '7' });
    expect(cut).toEqual(['items: 12 of 100']);
    const long = boundResult({ text: 'x'.repeat(5_000), id: 1 }, 1_000);
    expect(long.cut).toEqual(['text: 625 of 5000']);
    expect(boundResult({ id: 1 }, 1_000)).toEqual({ value: { id: 1 }, cut: [] });
    // A list of one item is its texts, and the longer of two is halved first.
    const two = boundResult({ a: ['x'.repeat(900)], b: { c: 'y'.repeat(300) } }, 1_000);
    expect(two.cut).toEqual(['a.0: 450 of 900']);
    expect(
      boundResult(
        Array.from({ length: 900 }, () => 1),
        1_000,
      ).cut,
    ).toEqual([': 450 of 900']);
    expect(boundResult(null, 1_000).value).toBeNull();
  });
});
