import { fileURLToPath } from 'node:url';
import { runCli } from './run-cli.ts';

// `npm run admin -- …`: every procedure of the internal API as a command, over HTTP. Prints tables and charts, JSON with `--json`,
// CSV with `--csv`; `--all` fetches every page of a list. A failure is one line on standard error and an exit code of failure.ts.

const code = await runCli(process.argv.slice(2), {
  env: process.env,
  out: console.log,
  err: console.error,
  startedBy: [process.execPath, fileURLToPath(import.meta.url)],
});
process.exit(code);
