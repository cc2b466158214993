import { useCompileCache } from '../server/compile-cache.ts';

// `npm start`. Everything else is imported once the cache is in use.

useCompileCache();
await import('./start-service.ts');
