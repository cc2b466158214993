import {
  announcesBreak,
  breakingChanges,
  readDocument,
  releasedDocument,
} from './compatibility/breaking-changes.ts';

// `npm run compatibility`: fails if openapi.json breaks callers of the last released document,
// unless its version says so.

const current = readDocument('openapi.json');
const found = breakingChanges(releasedDocument, current);
if (found === undefined) console.log('ok      nothing breaks callers of the last release');
else if (announcesBreak(readDocument(releasedDocument), current)) {
  console.log(`ok      version ${current.info.version} announces these changes:\n${found}`);
} else {
  console.error(`${found}\nThese changes break callers. Take them back, or raise the first number of
apiVersion in scripts/openapi/document.ts.`);
  process.exitCode = 1;
}
