import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { completionScript } from '../../cli/completion.ts';
import { runCommand } from './run-command.ts';

describe('completions', () => {
  /** The shell's completions of a line's last word. */
  const offered = async (script: string, line: string) => {
    const words = line.split(' ');
    const ask = [
      script,
      `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})`,
      `COMP_CWORD=${words.length - 1}`,
      '_leitor',
      ['echo "$', '{COMPREPLY[*]}"'].join(''),
    ].join('\n');
    const { stdout } = await promisify(execFile)('bash', ['-c', ask]);
    return stdout.trim().split(' ');
  };

  it('complete commands, options and option values', async () => {
    const { stdout: script } = await runCommand(['completion', 'bash'], {});
    expect(await offered(script, 'leitor ti')).toEqual(['tickets']);
    expect(await offered(script, 'leitor quick-replies ')).toEqual([
      'list',
      'create',
      'update',
      'delete',
    ]);
    expect(await offered(script, 'leitor tickets create --re')).toEqual([
      '--requester-email',
      '--requester-name',
    ]);
    expect(await offered(script, 'leitor tickets list --limit 3 --status ')).toEqual([
      'open',
      'in_progress',
      'resolved',
      'closed',
    ]);
    expect(await offered(script, 'leitor completion b')).toEqual(['bash']);
    expect(await offered(script, 'leitor streaks import-readings package.')).toEqual([
      'package.json',
    ]);
  });

  it('define a function that runs the program from any folder', async () => {
    const script = completionScript('bash', [], [process.execPath, resolve('cli/main.ts')]);
    const { stdout } = await promisify(execFile)('bash', ['-c', `${script}\nleitor --help`], {
      cwd: tmpdir(),
    });
    expect(stdout).toContain('Operates a running leitor');
  });
});
