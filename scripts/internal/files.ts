import { internalDocument } from './document.ts';
import { readProcedures } from './procedures.ts';
import { rolesPage } from './roles.ts';
import { routerModule } from './types.ts';

/** The files that are generated from the internal API's router, by name. */
export const internalFiles = (): Record<string, string> => {
  const { procedures, failure } = readProcedures();
  return {
    'packages/internal/src/generated/router.ts': routerModule(procedures, failure),
    'docs/roles.md': rolesPage(),
    'packages/internal/openapi.json': `${JSON.stringify(internalDocument(procedures, failure), null, 2)}\n`,
  };
};
