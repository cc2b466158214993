import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { defineCommand, type LocalCommand, type Service } from './local-command.ts';

const scriptFile = (name: string): string =>
  fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url));

/** Runs a script of this repository in this terminal; what it says of a failure is the command's failure. */
const runScript = async (
  name: string,
  args: readonly string[],
  { env, err }: Service,
): Promise<void> => {
  const child = spawn(process.execPath, [scriptFile(name), ...args], {
    env,
    stdio: ['inherit', 'inherit', 'pipe'],
  });
  const closed = once(child, 'close');
  const said = (await text(child.stderr)).trim().replace(/^leitor: /, '');
  const [code] = await closed;
  if (code !== 0) throw new Error(said || `${name} ended with ${code}`);
  if (said) err(said);
};

const file = z.string().meta({ positional: true }).describe('The archive');

const commands: readonly LocalCommand[] = [
  defineCommand(
    'backup',
    'Writes the database and the attachments into one archive, while the service runs',
    z.object({ file }),
    (input, service) => runScript('backup', [input.file], service),
  ),
  defineCommand(
    'restore',
    'Restores an archive into an empty database and storage, while the service is stopped',
    z.object({ file, check: z.boolean().default(false).describe('Only verify the archive') }),
    (input, service) =>
      runScript('restore', [...(input.check ? ['--check'] : []), input.file], service),
  ),
];

/** `backup FILE` and `restore FILE`, if their scripts exist; the image has none. */
export const backupCommands = commands.filter(({ entry: [name] }) => existsSync(scriptFile(name)));
