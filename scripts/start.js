import { useCompileCache } from '../server/process/compile-cache.js';

// `npm start`. The rest is imported after the compile cache is enabled.

useCompileCache();
await import('./start-service.ts');
