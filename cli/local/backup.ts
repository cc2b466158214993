import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { defineCommand, type LocalCommand, type Service } from './local-command.ts';

const scriptFile = (name: string): string =>
  fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url));

/** Runs a script of this repository in this terminal. */
const runScript = async (
  name: string,
  args: readonly string[],
  { env }: Service,
): Promise<void> => {
  const child = spawn(process.execPath, [scriptFile(name), ...args], { env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${name} failed`);
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
