import { prepareFiles } from '../db/connection/embedded-template.ts';
import { reasonOf } from '../server/text/error-reason.ts';
import { buildConsole } from './build-console.ts';

// Prepares the first `npm start`; `npm ci` runs it. Without it, the embedded database creates its files
// itself and `npm start` builds the console. A production installation lacks the build tools.

await prepareFiles().catch((error: unknown) => {
  console.error(`leitor: the embedded database was not prepared: ${reasonOf(error)}`);
});
await buildConsole().catch((error: unknown) => {
  console.error(`leitor: the console was not built: ${reasonOf(error)}`);
});
