import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// `npm run admin -- …`: every procedure of the internal API as a command, over HTTP. Prints tables
// and charts, JSON with `--json`, CSV with `--csv`; `--all` fetches every page of a list. A failure
// is one line on standard error and an exit code of failure.ts.

// The cache of compiled code speeds up later commands; it applies to imports after this line.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)));
const { runCli } = await import('./run-cli.ts');
const { exitCodes } = await import('./failure.ts');

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The program that reads our output, such as `head`, has ended.
  if (error.code === 'EPIPE') process.exit();
  console.error(`could not write the output: ${error.message}`);
  process.exit(exitCodes.failed);
});

// `process.exit` would drop output that a slow reader has not read yet.
process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  out: console.log,
  err: console.error,
  startedBy: [process.execPath, fileURLToPath(import.meta.url)],
});
