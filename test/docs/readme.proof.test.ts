import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/servers/local-server.ts';
import { startProcess, type TestProcess } from '../process.ts';

/** A shell block of the README. The lines after `#=>` are parts of what it prints. */
interface Example {
  commands: string;
  prints: string[];
}

const section = (markdown: string, title: string): string =>
  markdown.slice(markdown.indexOf(`## ${title}`)).split(/^## /m)[1] ?? '';

const examplesIn = (markdown: string): Example[] =>
  [...markdown.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, commands = '']) => ({
    commands,
    prints: [...commands.matchAll(/^#=> (.*)$/gm)].map(([, part = '']) => part),
  }));

const separator = '----- next example -----';

describe('the first five minutes of README.md', () => {
  let directory: string;
  let service: TestProcess;
  let env: Record<string, string>;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'leitor-readme-'));
    env = {
      DATA_DIR: join(directory, 'data'),
      PORT: String(await freePort()),
      INTERNAL_PORT: String(await freePort()),
      HOME: directory,
      PATH: [resolve('node_modules/.bin'), process.env.PATH].join(delimiter),
    };
    service = startProcess('scripts/start.js', env);
    await service.line(/leitor is ready/);
  });

  afterAll(async () => {
    await service.end('SIGTERM');
    await rm(directory, { recursive: true, force: true });
  });

  it('runs by copy and paste, in order', async () => {
    const examples = examplesIn(
      section(await readFile('README.md', 'utf8'), 'The first five minutes'),
    );
    expect(examples.length).toBeGreaterThan(3);
    const script = examples.map(({ commands }) => `${commands}\necho '${separator}'`).join('\n');
    const { stdout } = await promisify(execFile)(
      'bash',
      // The README's answers go to a file in the working directory.
      [
        '-euo',
        'pipefail',
        '-c',
        script.replaceAll('/tmp/answers.json', join(directory, 'answers.json')),
      ],
      { env },
    );
    const printed = stdout.split(separator);
    for (const [index, { commands, prints }] of examples.entries()) {
      for (const part of prints) expect(printed[index], commands).toContain(part);
    }
  });
});
