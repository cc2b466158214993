import { cp, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startStubServer } from '../../scripts/sandbox/stub-server.ts';
import { openTicket } from '../attachments/attachment-helpers.ts';
import { type Newsroom, startAppWithNewsletter } from '../quiz/edition-fixtures.ts';
import { type BrowserPage, openPage } from './browser.ts';
import { packProject } from './packed-project.ts';

const manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/**
 * The reader's example, built on the packed SDK outside the repository and served from an origin of
 * its own; the SDK itself is at `/sdk`.
 */
const serveExample = async () => {
  const source = fileURLToPath(new URL('../../examples/reader', import.meta.url));
  const { dependencies, devDependencies } = manifest.parse(
    JSON.parse(await readFile(join(source, 'package.json'), 'utf8')),
  );
  const { '@leitor/sdk': _, ...others } = dependencies;
  const project = await packProject(['@leitor/sdk'], { ...others, ...devDependencies });
  for (const file of ['src', 'index.html', 'tsconfig.json']) {
    await cp(join(source, file), join(project.directory, file), { recursive: true });
  }
  await project.run('node_modules/.bin/tsc', '-p', '.');
  await project.run('node_modules/.bin/vite', 'build');
  const pages = join(project.directory, 'dist');
  await cp(join(project.directory, 'node_modules/@leitor/sdk/dist/esm'), join(pages, 'sdk'), {
    recursive: true,
  });
  const server = await startStubServer(async ({ url }) => {
    const path = url.pathname === '/' ? 'index.html' : url.pathname;
    const file = await readFile(join(pages, path)).catch(() => undefined);
    return (res) =>
      res
        .writeHead(file ? 200 : 404, { 'content-type': types[extname(path)] ?? 'text/plain' })
        .end(file);
  });
  return {
    origin: server.url,
    close: async () => {
      await server.close();
      await project.remove();
    },
  };
};

let example: Awaited<ReturnType<typeof serveExample>>;
let app: Newsroom;
let admin: Awaited<ReturnType<Newsroom['trpc']>>;

/** The page of a new reader; it is closed with the test. */
const openPageOf = async (name: string): Promise<BrowserPage> => {
  const person = { email: `${crypto.randomUUID()}@exemplo.com.br`, name };
  await admin.accounts.upsert.mutate(person);
  const token = await app.token({ role: 'reader', ...person });
  const page = await openPage(`${example.origin}/#${new URLSearchParams({ api: app.url, token })}`);
  onTestFinished(() => page.close());
  return page;
};

beforeAll(async () => {
  example = await serveExample();
  app = await startAppWithNewsletter({ CORS_ORIGINS: example.origin });
  admin = await app.trpc();
});

afterAll(async () => {
  await app?.close();
  await example?.close();
});

const text = (selector: string) => `document.querySelector('${selector}')?.textContent`;
const click = (selector: string) =>
  `(() => { const found = document.querySelector('${selector}'); found?.click(); return !!found; })()`;
const includes = (selector: string, part: string) => `${text(selector)}?.includes('${part}')`;

describe("the reader's app, on the packed SDK from another origin", () => {
  it('announces the quiz, takes answers once, and shows the result, also after a reload', async () => {
    const page = await openPageOf('Leitora');
    await page.waitFor(includes('#quiz', 'sai ao meio-dia'));
    await admin.quiz.generate.mutate();
    await page.reload();
    await page.waitFor("document.querySelectorAll('#quiz fieldset').length === 10");
    const [quiz] = (await admin.quiz.list.query()).items;
    const { questions } = await admin.quiz.get.query({ id: quiz?.id ?? '' });
    const answers = questions.map(({ id, options, correctAnswer }, index) => [
      id,
      index < 8 ? correctAnswer : options.find((option) => option !== correctAnswer),
    ]);
    await page.waitFor(`(${JSON.stringify(answers)}.forEach(([name, value]) =>
      [...document.getElementsByName(name)].find((input) => input.value === value).click()), true)`);
    await page.waitFor(click('#quiz form button'));
    await page.waitForValue(text('#quiz .big'), '8 de 10');
    await page.waitForValue("document.querySelectorAll('#quiz .wrong').length", 2);
    await page.expectAccessible();
    await page.reload();
    await page.waitForValue(text('#quiz .big'), '8 de 10');
  });
});

const enter = (selector: string, value: string) =>
  `(() => { const found = document.querySelector('${selector}'); if (found) found.value = '${value}'; return !!found; })()`;

describe("the reader's tickets in the app", () => {
  it('opens a ticket, shows the reply to it, and writes again with a file', async () => {
    const page = await openPageOf('Ana Lima');
    await page.waitFor(includes('#tickets', 'Você ainda não escreveu'));
    await page.waitFor(click('#tickets > button'));
    await page.waitFor(enter('#ticket-subject', 'A edição não chegou'));
    await page.waitFor(enter('#ticket-body', 'Não recebi a de hoje.'));
    await page.waitFor(click('#tickets form button'));
    await page.waitFor(includes('#tickets h3', 'A edição não chegou (aberto)'));
    const { items } = await admin.tickets.list.query({ search: 'Não recebi a de hoje.' });
    const id = items[0]?.id ?? 0;
    const html = '<p>Olá, Ana!</p><p>Reenviamos.</p>';
    await admin.tickets.reply.mutate({ id, html, sendEmail: false, resolve: true, undoSeconds: 0 });
    await page.reload();
    await page.waitFor(click('#tickets li button'));
    await page.waitFor(includes('#tickets .team', 'Reenviamos.'));
    await page.waitFor(enter('#answer', 'Chegou assim'));
    await page.evaluate(`(() => {
      const files = new DataTransfer();
      files.items.add(new File(['a tela'], 'tela.txt', { type: 'text/plain' }));
      document.querySelector('#files').files = files.files;
    })()`);
    await page.waitFor(click('#tickets form button'));
    await page.waitFor(includes('#tickets li:last-child a', 'tela.txt'));
    await page.waitFor(includes('#tickets h3', '(aberto)'));
    const link = await page.evaluate("document.querySelector('#tickets li:last-child a').href");
    expect(await (await fetch(String(link))).text()).toBe('a tela');
    await page.expectAccessible();
  });
});

describe('the packed SDK in a browser', () => {
  it('ends an upload with progress that a proxy answers with 204', async () => {
    const proxy = await startStubServer(async () => (res) => {
      res.writeHead(204, {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
      });
      res.end();
    });
    onTestFinished(() => proxy.close());
    const page = await openPage(example.origin);
    onTestFinished(() => page.close());
    const code = await page.evaluate(`(async () => {
      const { createLeitor } = await import('/sdk/index.js');
      const arquivo = new File(['oi'], 'a.txt', { type: 'text/plain' });
      return createLeitor({ baseUrl: '${proxy.url}' })
        .uploadAttachments({ id: 1, arquivo }, { onUploadProgress: () => undefined })
        .catch(({ code }) => code);
    })()`);
    expect(code).toBe('unexpected-response');
  });

  it('reports the bytes of the files that it uploads, once for each change', async () => {
    const page = await openPage(example.origin);
    onTestFinished(() => page.close());
    const { id } = await openTicket(app);
    const options = { baseUrl: app.url, token: await app.token({ role: 'agent' }) };
    const report = await page.evaluate(`(async () => {
      const { createLeitor } = await import('/sdk/index.js');
      const progress = [];
      const onUploadProgress = (sent) => progress.push(sent);
      const arquivo = new File(['oi'], 'a.txt', { type: 'text/plain' });
      const { nomeArquivo } = await createLeitor(${JSON.stringify(options)})
        .uploadAttachments({ id: ${id}, arquivo }, { onUploadProgress });
      await createLeitor({ ...${JSON.stringify(options)}, fetch: (...sent) => fetch(...sent) })
        .uploadAttachments({ id: ${id}, arquivo }, { onUploadProgress });
      return [nomeArquivo, progress];
    })()`);
    const sent = { loaded: 2, total: 2 };
    expect(report).toEqual(['a.txt', [sent, sent]]);
  });
});
