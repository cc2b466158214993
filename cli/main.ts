import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// `npm run admin -- …`: every procedure of the internal API as a command, over HTTP. Prints tables
// and charts, JSON with `--json`, CSV with `--csv`; `--all` fetches every page of a list. A failure
// is one line on standard error and an exit code of failure.ts.

// Later commands read compiled code. It only helps what is imported from here on.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)));
const { runCli } = await import('./run-cli.ts');
const { exitCodes } = await import('./failure.ts');

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe, such as `head`, has ended.
  if (error.code === 'EPIPE') process.exit();
  console.error(`could not write the output: ${error.message}`);
  process.exit(exitCodes.failed);
});

// Not `process.exit`, which drops what a slow reader has not read yet.
process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  out: console.log,
  err: console.error,
  startedBy: [process.execPath, fileURLToPath(import.meta.url)],
});
