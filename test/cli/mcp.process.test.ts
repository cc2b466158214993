import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createToolServer } from '../../cli/mcp.ts';
import { cutTexts, readPage } from '../../cli/mcp-output.ts';
import { Choice, everydayDomains, nameOf } from '../../cli/mcp-tools.ts';
import { procedures } from '../../server/internal-contract.ts';
import { startApp } from '../harness.ts';
import { programEnv } from '../process.ts';

const app = await startApp();
afterAll(() => app.close());
const email = `${crypto.randomUUID()}@exemplo.com.br`;
const token = await app.token({ role: 'admin', email });
const ticket = { subject: 'Longo', body: 'Não recebi a edição.', main: 'Geral' };
const listed = z.object({
  items: z.array(z.object({ id: z.int() })),
  nextCursor: z.string().nullable(),
});

/** A client of the protocol, connected to the tools in this process. */
const openSession = async (options: z.input<typeof Choice> = {}) => {
  const server = await createToolServer(Choice.parse(options), async () => ({
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
  procedures.filter(({ effect }) => effects.includes(effect)).map(nameOf);

const all = [...new Set(procedures.map(({ path }) => path.split('.')[0]))].join();

describe('leitor mcp', () => {
  it.each([
    ['', ['read']],
    ['changes', ['read', 'change']],
    ['destroy', ['read', 'change', 'destroy']],
    ['privilege', ['read', 'privilege']],
  ])('allowed %j in all domains has the tools whose effects are %j', async (allow, effects) => {
    const { tools, fail } = await openSession({ domains: all, ...(allow && { allow }) });
    expect(tools.map(({ name }) => name)).toEqual(namesOf(...effects));
    const other = procedures.find(({ effect }) => !effects.includes(effect));
    expect(other && (await fail(nameOf(other)))).toMatchObject({
      code: 'not-allowed',
      message: `start leitor mcp with --allow ${other?.effect}`,
    });
  });

  it('has at most 40 reads without a choice of domains, which its page names', async () => {
    const { tools, fail } = await openSession();
    expect(tools.length).toBeLessThanOrEqual(40);
    const page = await readFile('docs/mcp.md', 'utf8');
    for (const domain of everydayDomains) expect(page).toContain(`\`${domain}\``);
    expect(await fail('tokens_list')).toMatchObject({
      message: 'start leitor mcp with --domains tokens',
    });
  });

  it('has the tools of the chosen domains alone, also of what is allowed', async () => {
    const { tools, fail } = await openSession({ domains: 'tags,jobs', allow: 'change' });
    expect(tools.map(({ name }) => name)).toEqual([
      'tags_list',
      'tags_create',
      'tags_update',
      'jobs_list',
    ]);
    expect(await fail('tickets_create')).toMatchObject({ code: 'not-allowed' });
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
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(namesOf('change', 'outward')),
    );
    const me = await client.callTool({ name: 'me_get' }, undefined, { timeout: 300_000 });
    expect(me.structuredContent).toMatchObject({ email });
  });

  it('describes what a tool takes, returns and does', async () => {
    const { tools } = await openSession({ allow: 'destroy,outward' });
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
    const { call } = await openSession({ allow: 'destroy', domains: 'tags,audit' });
    const tag = { name: `Tag ${crypto.randomUUID()}`, color: '#1D4ED8' };
    const { structuredContent, texts } = await call('tags_create', tag);
    expect(JSON.parse(texts[0] ?? '')).toEqual(structuredContent);
    const deleted = await call('tags_delete', { id: structuredContent?.id });
    expect(deleted.structuredContent).toEqual({ dryRun: false });
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
    const { fail } = await openSession({ allow: 'destroy', domains: 'tags,audit' });
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

  it('names an unknown parameter', async () => {
    const { fail } = await openSession();
    expect(await fail('tickets_list', { page: 2 })).toMatchObject({
      code: 'invalid-request',
      field: 'page',
    });
    expect(await fail('tickets_list', { limit: 0 })).toMatchObject({ field: 'limit' });
  });

  it('counts in a dry run and changes nothing', async () => {
    const { call } = await openSession({ allow: 'destroy' });
    const { structuredContent: made } = await call('tickets_create', ticket);
    const bulk = { ids: [made?.id], setStatus: 'closed', dryRun: true };
    expect((await call('tickets_bulk', bulk)).structuredContent).toMatchObject({ dryRun: true });
    const { structuredContent } = await call('tickets_get', { id: made?.id });
    expect(structuredContent).toMatchObject({ status: 'open' });
  });

  it('returns every row of a list once, by pages that fit', async () => {
    const { call } = await openSession({ allow: 'change' });
    const main = `Muitos ${crypto.randomUUID()}`;
    const imported = Array.from({ length: 559 }, (_, at) => ({
      ...ticket,
      main,
      subject: 'a'.repeat(at % 290) + at,
      requesterName: 'n'.repeat(120),
      newsletter: 'b'.repeat(120),
      externalId: `${main} ${at}`,
      status: 'open' as const,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
    }));
    const admin = await app.trpc({ role: 'admin' });
    for (let first = 0; first < imported.length; first += 100) {
      await admin.tickets.import.mutate({ tickets: imported.slice(first, first + 100) });
    }
    const ids: unknown[] = [];
    const sizes: number[] = [];
    let cursor: unknown;
    do {
      const { structuredContent, texts } = await call('tickets_list', {
        main,
        limit: 100,
        ...(typeof cursor === 'string' && { cursor }),
      });
      expect(texts[0]?.length).toBeLessThanOrEqual(40_000);
      const page = listed.parse(structuredContent);
      sizes.push(page.items.length);
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(sizes.slice(0, -1).some((size) => size < 50)).toBe(true);
    expect(ids).toHaveLength(559);
    expect(new Set(ids).size).toBe(559);
  });

  it('cuts a text that alone is too long, and says so in it', async () => {
    const { call } = await openSession({ allow: 'change' });
    const long = { ...ticket, body: 'Muito texto. '.repeat(5_000) };
    const { structuredContent: made } = await call('tickets_create', long);
    const { structuredContent, texts } = await call('tickets_get', { id: made?.id });
    expect(structuredContent).toMatchObject({
      id: made?.id,
      messages: [{ body: expect.stringMatching(/… \[cut: 65\d+ characters\]$/) }],
    });
    expect(texts[0]?.length).toBeLessThanOrEqual(40_000);
  });
});

describe('the bound of a page', () => {
  const rows = (length: number, size: number) => Array.from({ length }, () => 'x'.repeat(size));

  it.each([
    ['that fits once', 100, 50, [50]],
    ['that is too long again, with fewer rows', 2_000, 50, [50, 19]],
    ['of one long row once', 90_000, 1, [50]],
  ])('reads one %s', async (_, size, found, limits) => {
    const asked: number[] = [];
    await readPage(async (limit) => {
      asked.push(limit);
      return { items: rows(Math.min(limit, found), size) };
    }, 50);
    expect(asked).toEqual(limits);
  });

  it('refuses a result whose many short parts are too long together', () => {
    expect(cutTexts({ days: rows(1_000, 100) })).toBeUndefined();
  });
});
