import { internalDocument } from './document.ts';
import { readProcedures } from './procedures.ts';
import { rolesPage } from './roles.ts';
import { routerModule } from './types.ts';

/** The files that are written from the router of the internal API, by their names. */
export const internalFiles = (): Record<string, string> => {
  const { procedures, failure } = readProcedures();
  return {
    'packages/internal/src/generated/router.ts': routerModule(procedures, failure),
    'docs/roles.md': rolesPage(),
    'packages/internal/openapi.json': `${JSON.stringify(internalDocument(procedures, failure), null, 2)}\n`,
  };
};
