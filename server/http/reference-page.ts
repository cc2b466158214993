import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import express, { type Router } from 'express';
import helmet from 'helmet';
import { otherMethods } from './other-methods.ts';

const require = createRequire(import.meta.url);
const directory = join(dirname(require.resolve('rapidoc/package.json')), 'dist');
const script = 'rapidoc-min.js';

const html = (title: string): string => `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <script type="module" src="docs/${script}"></script>
  </head>
  <body>
    <noscript>O documento OpenAPI está em <a href="openapi.json">openapi.json</a>.</noscript>
    <rapi-doc
      spec-url="openapi.json"
      render-style="focused"
      schema-style="table"
      show-method-in-nav-bar="as-colored-block"
      use-path-in-nav-bar="false"
      nav-item-spacing="compact"
      show-header="false"
      allow-server-selection="false"
      allow-spec-file-download="true"
      persist-auth="true"
      fill-request-fields-with-example="true"
      response-area-height="400px"
      load-fonts="false"
      sort-tags="false"
    ></rapi-doc>
  </body>
</html>
`;

/**
 * Serves the page, which loads nothing from other hosts; an entered token stays in the browser's storage. It
 * may call the addresses `connectTo` besides its own origin.
 */
export const referencePage = (title: string, connectTo: readonly string[] = []): Router => {
  const router = express.Router();
  const forPages = helmet({ contentSecurityPolicy: false });
  const policy = contentSecurityPolicy(connectTo);
  const text = html(title);

  router
    .route('/docs')
    .get(forPages, (req, res) => {
      // Relative links also work below a proxy's path.
      if (req.path.endsWith('/')) return res.redirect('../docs');
      res.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
      return res.type('html').send(text);
    })
    .all(otherMethods(['GET']));

  router
    .route(`/docs/${script}`)
    .get(forPages, (_req, res) => res.sendFile(script, { root: directory, maxAge: '1d' }))
    .all(otherMethods(['GET']));

  return router;
};

const contentSecurityPolicy = (connectTo: readonly string[]): string => {
  const origins = connectTo.map((url) => new URL(url).origin);
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The page's templates have style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src ${["'self'", ...new Set(origins)].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};
