import { useCompileCache } from '../server/process/compile-cache.ts';

// `npm start`. Everything else is imported once the cache is in use.

useCompileCache();
await import('./start-service.ts');
