import { writeGenerated } from './checks/generated-files.ts';
import { committedDocuments, textOfDocument } from './openapi/document.ts';

// Writes openapi.json and contract/openapi-3.0.json from the contract, or checks them (--check).

const texts = Object.entries(committedDocuments()).map(([name, document]) => [
  name,
  textOfDocument(document),
]);
await writeGenerated(Object.fromEntries(texts), 'npm run openapi');
