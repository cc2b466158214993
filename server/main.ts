import { useCompileCache } from './process/compile-cache.ts';

// The production entry point. Everything else is imported once the cache is in use.

useCompileCache();
await import('./serve.ts');
