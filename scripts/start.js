import { useCompileCache } from '../server/process/compile-cache.js';

// `npm start`. Everything else is imported once the cache is in use.

useCompileCache();
await import('./start-service.ts');
