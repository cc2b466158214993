import { writeGenerated } from './generated-files.ts';
import { internalDocument } from './internal/document.ts';
import { readProcedures } from './internal/procedures.ts';
import { rolesPage } from './internal/roles.ts';
import { routerModule } from './internal/types.ts';

// Writes the types of @leitor/internal, the document of the internal API and the page of its roles
// from its router, or checks them (--check).

const { procedures, failure } = readProcedures();
const files = {
  'packages/internal/src/generated/router.ts': routerModule(procedures, failure),
  'docs/roles.md': rolesPage(),
  'packages/internal/openapi.json': `${JSON.stringify(internalDocument(procedures, failure), null, 2)}\n`,
};
await writeGenerated(files, 'npm run sdk');
