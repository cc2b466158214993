import { prepareFiles } from '../db/connection/embedded-template.ts';
import { reasonOf } from '../server/text/error-reason.ts';
import { buildConsole } from './build-console.ts';

// `npm ci` runs this, so that the first `npm start` is fast. Without it the embedded database
// creates its files itself, and `npm start` builds the console. An installation for production has
// no tools to build it.

await prepareFiles().catch((error: unknown) => {
  console.error(`leitor: the embedded database was not prepared: ${reasonOf(error)}`);
});
await buildConsole().catch((error: unknown) => {
  console.error(`leitor: the console was not built: ${reasonOf(error)}`);
});
