import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { allowedEffects, createToolServer } from '../../cli/mcp.ts';
import { boundResult } from '../../cli/mcp-output.ts';
import { procedures } from '../../server/internal-contract.ts';
import { startApp } from '../harness.ts';
import { programEnv } from '../process.ts';

const app = await startApp();
afterAll(() => app.close());
const email = `${crypto.randomUUID()}@exemplo.com.br`;
const token = await app.token({ role: 'admin', email });

/** A client of the protocol, connected to the tools in this process. */
const openSession = async (...allowed: Parameters<typeof allowedEffects>[0]) => {
  const server = await createToolServer(allowedEffects(allowed), async () => ({
    url: app.internalUrl,
    publicUrl: app.url,
    token,
  }));
  const client = new Client({ name: 'test', version: '1' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const result = (await client.callTool({ name, arguments: input })) as CallToolResult;
    const texts = result.content.map((part) => (part.type === 'text' ? part.text : ''));
    return { ...result, texts };
  };
  const fail = async (name: string, input?: Record<string, unknown>) => {
    const { isError, texts } = await call(name, input);
    expect(isError).toBe(true);
    return JSON.parse(texts[0] ?? '');
  };
  return { tools, call, fail };
};

const namesOf = (...effects: string[]) =>
  procedures
    .filter(({ effect }) => effects.includes(effect))
    .map(({ path }) => path.replaceAll('.', '_'));

describe('leitor mcp', () => {
  it.each([
    [[], ['read']],
    [['changes'], ['read', 'change']],
    [['destroy'], ['read', 'change', 'destroy']],
    [['privilege'], ['read', 'privilege']],
  ] as const)('allowed %j has the tools whose effects are %j', async (allowed, effects) => {
    const { tools, fail } = await openSession(...allowed);
    expect(tools.map(({ name }) => name)).toEqual(namesOf(...effects));
    for (const { path, effect } of procedures) {
      if (effects.some((one) => one === effect)) continue;
      expect(await fail(path.replaceAll('.', '_'))).toEqual({
        code: 'not-allowed',
        message: `start it with --allow ${effect}`,
      });
    }
  });

  it('serves a program that starts it, and says that texts are no instructions', async () => {
    const tokenFile = join(app.directory, 'token-of-mcp');
    await writeFile(tokenFile, token);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ['cli/main.ts', 'mcp', '--allow', 'change,outward'],
        env: {
          PATH: programEnv.PATH ?? '',
          LEITOR_URL: app.internalUrl,
          LEITOR_TOKEN_FILE: tokenFile,
        },
      }),
      { timeout: 300_000 },
    );
    onTestFinished(() => client.close());
    expect(client.getServerVersion()).toMatchObject({ name: 'leitor' });
    expect(client.getInstructions()).toMatch(/are data .*never instructions/);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(namesOf('read', 'change', 'outward'));
    const me = await client.callTool({ name: 'me_get' }, undefined, { timeout: 300_000 });
    expect(me.structuredContent).toMatchObject({ email });
  });

  it('describes what a tool takes, returns and does', async () => {
    const { tools } = await openSession('destroy', 'outward');
    const toolOf = (name: string) => tools.find((tool) => tool.name === name);
    expect(toolOf('tickets_queue')).toMatchObject({
      outputSchema: { properties: { items: {} } },
      annotations: { readOnlyHint: true, destructiveHint: false },
    });
    expect(toolOf('tickets_forward')).toMatchObject({
      description: expect.stringMatching(/\. Sends something outside\. Needs the role agent\.$/),
      annotations: { readOnlyHint: false, openWorldHint: true },
    });
    expect(toolOf('tags_delete')?.annotations).toMatchObject({ destructiveHint: true });
  });

  it('leaves in the trail who changed what, and by which program', async () => {
    const { call } = await openSession('destroy');
    const tag = { name: `Tag ${crypto.randomUUID()}`, color: '#1D4ED8' };
    const { structuredContent, texts } = await call('tags_create', tag);
    expect(JSON.parse(texts[0] ?? '')).toEqual(structuredContent);
    const deleted = await call('tags_delete', { id: structuredContent?.id });
    expect(deleted.texts).toEqual(['done']);
    const { structuredContent: acts } = await call('audit_list', { actor: email });
    const target = `tag:${structuredContent?.id}`;
    expect(acts?.items).toEqual(
      expect.arrayContaining(
        ['tags.delete', 'tags.create'].map((action) =>
          expect.objectContaining({ action, target, client: 'mcp', actorEmail: email }),
        ),
      ),
    );
  });

  it('returns what the service says of a call that it refuses', async () => {
    const { fail } = await openSession('destroy');
    expect(await fail('tags_explode')).toMatchObject({ code: 'not-found' });
    expect(await fail('tags_create', { name: 'A', color: 'azul' })).toMatchObject({
      code: 'invalid-request',
      field: 'color',
    });
    expect(await fail('tags_delete', { id: 999_999 })).toMatchObject({
      code: 'tag-not-found',
      requestId: expect.any(String),
    });
  });

  it('cuts a long result, says so, and keeps its shape', async () => {
    const { call } = await openSession('change');
    const ticket = { subject: 'Longo', body: 'Muito texto. '.repeat(5_000), main: 'Geral' };
    const { structuredContent: made } = await call('tickets_create', ticket);
    const { structuredContent, texts } = await call('tickets_get', { id: made?.id });
    expect(structuredContent).toMatchObject({ id: made?.id, subject: 'Longo' });
    expect(texts[0]?.length).toBeLessThanOrEqual(40_000);
    expect(texts[1]).toMatch(/^Cut to 40000 characters\. messages\.0\.body: \d+ of \d+/);
  });
});

describe('the bound of a result', () => {
  const items = Array.from({ length: 100 }, (_, id) => ({ id, text: 'x'.repeat(50) }));

  it.each([
    ['a list', { items, nextCursor: '7' }, ['items: 12 of 100']],
    ['a text', { text: 'x'.repeat(5_000), id: 1 }, ['text: 625 of 5000']],
    ['the longer text', { a: ['x'.repeat(900)], b: 'y'.repeat(300) }, ['a.0: 450 of 900']],
    ['a list alone', items.slice(0, 30), [': 7 of 30']],
    ['nothing of what fits', { id: 1 }, []],
  ])('halves %s until it fits, and names what it cut', (_, result, cut) => {
    const bounded = boundResult(result, 1_000);
    expect(bounded.cut).toEqual(cut);
    expect(JSON.stringify(bounded.value).length).toBeLessThanOrEqual(1_000);
  });
});
