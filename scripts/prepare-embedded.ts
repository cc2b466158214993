import { prepareFiles } from '../db/connection/new-files.ts';
import { reasonOf } from '../server/text/reason.ts';

// `npm ci` runs this, so that the first `npm start` is fast. Without it the embedded database creates its files itself.

await prepareFiles().catch((error: unknown) => {
  console.error(`leitor: the embedded database was not prepared: ${reasonOf(error)}`);
});
