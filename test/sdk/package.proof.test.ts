import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import tools from '../../scripts/proof/package.json' with { type: 'json' };
import { type PackedProject, packProject } from './packed-project.ts';
import { compilers, settings, typeCheck } from './type-check.ts';

const usage = `import { createLeitor, isLeitorError, type LeitorError, type Tag } from '@leitor/sdk';
import { verifyWebhook } from '@leitor/sdk/webhooks';

const leitor = createLeitor({ baseUrl: 'https://api.test', token: 'x' });
export const use = async (file: File): Promise<Tag> => {
  await leitor.uploadAttachments({ id: 1, arquivo: [file] }, { onUploadProgress: (p) => p.loaded });
  const response = await leitor.raw.deleteTag({ id: 1 });
  if (response.status === 404) response.body.message.trim();
  const error: unknown = undefined;
  if (isLeitorError(error, 'createTag')) {
    switch (error.code) {
      case 'tag-name-taken':
      case 'timed-out':
        break;
      // @ts-expect-error no code of this operation
      case 'quiz-not-found':
        break;
    }
  }
  const any = error as LeitorError;
  if (any.code === 'quiz-not-found') throw any;
  // @ts-expect-error a number is no name
  await leitor.createTag({ name: 1, color: '#000000' });
  // @ts-expect-error an input is missing
  await leitor.deleteTag();
  const listed = await leitor.raw.listTags();
  // @ts-expect-error no field of a tag
  if (listed.status === 200) listed.body.data[0]?.colour;
  for await (const member of leitor.pages.listGroupMembers({ groupId: 'g' })) {
    // @ts-expect-error no field of a member
    member.colour;
  }
  await leitor.listGroupMembers({ groupId: 'g', cursor: null }, { fetchOptions: { cache: 'no-store' } });
  for await (const ticket of leitor.pages.listMyTickets()) ticket.status.trim();
  const today = await leitor.getTodaysQuiz();
  if (today.status === 'open') today.questions.map(({ question }) => question);
  else today.result.passed;
  // @ts-expect-error only an attempted quiz has a result
  if (today.status === 'open') today.result.passed;
  const event = await verifyWebhook({ headers: {}, body: '', secrets: '' });
  if (event.type === 'quiz.submitted') event.data.passed;
  // @ts-expect-error no data of this event
  if (event.type === 'quiz.published') event.data.passed;
  // @ts-expect-error options are the second argument
  await leitor.listTags({ signal: new AbortController().signal });
  return leitor.createTag({ name: 'A', color: '#000000' });
};
`;

/** A program that prints the compressed bytes of what a page carries for each entry. */
const weigh = `import { gzipSync } from 'node:zlib';
import { build } from 'vite';
const weighed = [];
for (const input of process.argv.slice(2)) {
  const { output } = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input, preserveEntrySignatures: 'strict', output: { minify: true } },
    },
  });
  weighed.push(gzipSync(output.map((chunk) => chunk.code ?? '').join('')).length);
}
console.log(JSON.stringify(weighed));
`;

const reactUsage = `import { createLeitor, type Tag } from '@leitor/sdk';
import { createLeitorQueries } from '@leitor/sdk/react-query';
import { QueryClient, useMutation, useQuery } from '@tanstack/react-query';

const leitor = createLeitor({ baseUrl: 'https://api.test' });
const queries = createLeitorQueries(leitor);
const client = new QueryClient();
export const useTags = () => {
  const { data, error } = useQuery(queries.listTags.queryOptions());
  const tags: Tag[] | undefined = data;
  if (error?.code === 'timed-out') return [];
  // @ts-expect-error no code of this operation
  if (error?.code === 'quiz-not-found') return [];
  const mutation = useMutation(queries.createTag.mutationOptions());
  mutation.mutate({ name: 'A', color: '#000000' });
  // @ts-expect-error a quiz has an id
  queries.getQuiz.queryOptions();
  const cached: Tag[] | undefined = client.getQueryData(queries.listTags.queryOptions().queryKey);
  return [tags, cached];
};
`;

let project: PackedProject;

beforeAll(async () => {
  project = await packProject(['@leitor/sdk'], {
    ...compilers,
    '@tanstack/react-query': '5.108.0',
    react: '19.2.0',
    '@types/react': '19.2.0',
    vite: tools.devDependencies.vite,
  });
  for (const file of ['check.cts', 'check.mts']) await project.write(file, usage);
  await project.write('react.mts', reactUsage);
});

afterAll(() => project?.remove());

describe('the types of the packed package, checked whole', () => {
  // The oldest and the newest compiler resolve modules in every way, those between as Node.js does.
  // TypeScript 7 has no node10 resolution.
  const ends = ['typescript-5-0', 'typescript-7'];
  const cases = Object.keys(compilers).flatMap((compiler) =>
    settings
      .filter(({ moduleResolution }) => moduleResolution === 'nodenext' || ends.includes(compiler))
      .filter(({ moduleResolution }) => moduleResolution !== 'node' || compiler < 'typescript-6')
      .map((setting) => ({ compiler, ...setting })),
  );

  it.each(cases)('$compiler, $name', async ({ compiler, ...setting }) => {
    // TanStack Query itself needs TypeScript 5.4.
    const withReact = compiler !== 'typescript-5-0' && setting.files.includes('check.mts');
    const files = withReact ? [...setting.files, 'react.mts'] : setting.files;
    expect(await typeCheck(project, compiler, { ...setting, files })).toBe('');
  });
});

describe('the packed package', () => {
  it.each([
    ['ES modules', 'run.mjs', "import * as sdk from '@leitor/sdk';"],
    ['CommonJS', 'run.cjs', "const sdk = require('@leitor/sdk');"],
  ])('runs as %s', async (_, file, load) => {
    await project.write(
      file,
      `${load}\nconst { createLeitor, LeitorError, maxBatchSize } = sdk;
const leitor = createLeitor({ baseUrl: 'https://api.test', fetch: async () => Response.json({ success: true, data: [] }) });
leitor.listTags().then((tags) => console.log(tags.length, typeof LeitorError, maxBatchSize));\n`,
    );
    expect(await project.run(process.execPath, file)).toBe('0 function 50\n');
  });

  it('adds at most 4.7 kB to a page, and a constant alone next to nothing', async () => {
    await project.write(
      'all.js',
      "export * from '@leitor/sdk';\nexport * from '@leitor/sdk/react-query';\n",
    );
    await project.write('constant.js', "export { maxBatchSize } from '@leitor/sdk';\n");
    await project.write('weigh.mjs', weigh);
    const sizes = JSON.parse(
      await project.run(process.execPath, 'weigh.mjs', 'all.js', 'constant.js'),
    );
    expect(sizes[0]).toBeGreaterThan(3_000);
    expect(sizes[0]).toBeLessThanOrEqual(4_700);
    expect(sizes[1]).toBeLessThan(150);
  });
});

describe('the example of a receiver', () => {
  it('accepts what is signed, once, and refuses the rest', async () => {
    const secret = `whsec_${Buffer.from('um segredo de vinte e quatro').toString('base64')}`;
    const example = new URL('../../examples/webhook-receiver/receive.mjs', import.meta.url);
    await project.write('receive.mjs', await readFile(example, 'utf8'));
    const child = spawn(process.execPath, ['receive.mjs'], {
      cwd: project.directory,
      env: { ...process.env, PORT: '0', LEITOR_WEBHOOK_SECRET: secret },
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const line = async () => String((await lines.next()).value);
    try {
      const port = (await line()).split(' ').at(-1);
      const body = '{"type":"ticket.created","timestamp":"2026-03-10T14:30:00.000Z","data":{}}';
      const send = async (text: string) => {
        const at = new Date();
        const headers = {
          'webhook-id': 'evt_1',
          'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
          'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
        };
        const request = { method: 'POST', headers, body: text };
        return (await fetch(`http://127.0.0.1:${port}/`, request)).status;
      };
      expect(await send(`${body} `)).toBe(400);
      expect(await send(body + ' '.repeat(70_000))).toBe(400);
      expect([await send(body), await send(body)]).toEqual([204, 204]);
      expect(await line()).toBe(body);
    } finally {
      child.kill();
    }
    expect(await line()).toBe('undefined');
  });
});
