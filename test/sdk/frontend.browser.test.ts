import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { StubServer } from '../../scripts/sandbox/stub-server.ts';
import { startApp, type TestApp } from '../harness.ts';
import { openPage } from './browser.ts';
import { frontEndProject, mistakes } from './front-end-project.ts';
import { packWorkspace } from './pack.ts';
import { servePages } from './pages.ts';

const run = promisify(execFile);

let project: string;
let pages: StubServer;
let app: TestApp;
const { promise: reported, resolve: report } = Promise.withResolvers<unknown>();

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'leitor-front-end-'));
  const packed = await packWorkspace('@leitor/sdk', project);
  for (const [name, text] of Object.entries(frontEndProject(packed))) {
    await writeFile(join(project, name), text);
  }
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: project });
  pages = await servePages(join(project, 'dist'), report);
  app = await startApp({ CORS_ORIGINS: pages.url });
});

afterAll(async () => {
  await app?.close();
  await pages?.close();
  if (project) await rm(project, { recursive: true, force: true });
});

const typeCheck = () => run('npx', ['--no', 'tsc', '--pretty', 'false'], { cwd: project });

describe('a front-end project made from nothing', () => {
  it('type-checks strictly', async () => {
    await typeCheck();
  });

  it('gets type errors for wrong calls', async () => {
    const file = join(project, 'mistakes.ts');
    await writeFile(file, mistakes);
    const { stdout } = await typeCheck().catch((failure: { stdout: string }) => failure);
    await rm(file);
    const lines = [...stdout.matchAll(/^mistakes\.ts\((\d+),/gm)].map(([, line]) => line);
    expect(lines).toEqual(['4', '5', '7']);
  });

  it('lists and creates tags in a browser, from another origin', async () => {
    await run('npx', ['--no', 'vite', 'build'], { cwd: project });
    const hash = new URLSearchParams({ api: app.url, token: await app.token({ role: 'agent' }) });
    const page = await openPage(`${pages.url}/#${hash}`);
    onTestFinished(() => page.close());
    expect(await reported).toEqual({
      tagsBefore: [],
      createdStatus: 201,
      secondStatus: 400,
      secondCode: 'tag-name-taken',
      secondMessage: 'Já existe uma tag com este nome',
      tagsAfter: ['Do navegador'],
      refusedStatus: 401,
      refusedCode: 'invalid-token',
      refusedHasRequestId: true,
    });
  });
});
