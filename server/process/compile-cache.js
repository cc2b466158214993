import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Lets later starts read compiled code, of modules that are imported from here on. If nothing can be
 * written, nothing is cached. In JavaScript: a module in TypeScript before the cache is in use loads the
 * compiler, which stays in memory.
 */
export const useCompileCache = () => {
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url)));
};
