import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

/** The shell blocks of the page, but for those that need the internet. */
const commandsIn = (markdown: string): string[] =>
  [...markdown.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, commands = '']) => commands);

// Mounting and changing users take root.
it.runIf(process.getuid?.() === 0)(
  'docs/installation.md leads from a bare Debian to a running production',
  async () => {
    const blocks = commandsIn(await readFile('docs/installation.md', 'utf8'));
    expect(blocks).toHaveLength(8);
    const machine = spawn(
      'unshare',
      [
        '--mount',
        '--net',
        '--pid',
        '--fork',
        '--kill-child',
        'test/docs/bare-machine.sh',
        process.cwd(),
        process.execPath,
      ],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    );
    machine.stdin.end(
      `${blocks.join('\n')}\ncat /var/log/leitor.log\nls -l /etc/leitor /var/backups/leitor\n`,
    );
    const [printed, errors, [code]] = await Promise.all([
      text(machine.stdout),
      text(machine.stderr),
      once(machine, 'exit'),
    ]);
    expect(code, `${printed}\n${errors}`).toBe(0);
    expect(printed).toContain('{"success":true,"data":{"status":"ok"}}');
    expect(printed).toContain('"ranking":');
    expect(printed).toMatch(/"msg":"ready"/);
    expect(printed).toContain('daily-quiz');
    expect(printed).toContain('<title>leitor</title>');
    expect(printed).toContain('/console/assets/');
    expect(printed).not.toContain('no console');
    expect(printed).toMatch(/-rw-r----- 1 root leitor .* leitor.env/);
    expect(printed).toMatch(/-rw------- 1 leitor leitor .*\.leitor\n/);
  },
);
