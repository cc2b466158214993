import { writeGenerated } from './checks/generated-files.ts';
import { internalFiles } from './internal/files.ts';

// Writes the types of @leitor/internal, the document of the internal API and the page of its roles
// from its router, or checks them (--check).

await writeGenerated(internalFiles(), 'npm run sdk');
