import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// `npm run admin -- …`: every procedure of the internal API as a command, over HTTP. Prints tables and charts, JSON with `--json`,
// CSV with `--csv`; `--all` fetches every page of a list. A failure is one line on standard error and an exit code of failure.ts.

// Later commands read compiled code. It only helps what is imported from here on.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url)));
const { runCli } = await import('./run-cli.ts');

// `| head` has read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

// Not `process.exit`, which drops what a slow reader has not read yet.
process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  out: console.log,
  err: console.error,
  startedBy: [process.execPath, fileURLToPath(import.meta.url)],
});
