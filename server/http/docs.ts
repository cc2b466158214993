import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { type Router } from 'express';
import helmet from 'helmet';
import { otherMethods } from './methods.ts';

/** The two base addresses callers use (specification §1). */
export interface PublicAddresses {
  publicUrl: string;
  streaksPublicUrl: string;
}

const require = createRequire(import.meta.url);
const assetsDirectory = dirname(require.resolve('swagger-ui-dist/package.json'));

/** The reference page's files that come from its library: these and no others are served. */
const assets = new Set(['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']);

const page = `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>leitor: referência da API</title>
    <link rel="icon" type="image/png" href="docs/favicon-32x32.png">
    <link rel="stylesheet" href="docs/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <noscript>O documento OpenAPI está em <a href="openapi.json">openapi.json</a>.</noscript>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

const startScript = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  validatorUrl: null,
});
`;

/**
 * `GET /openapi.json`, with this deployment's addresses as its servers, and `GET /docs`, the reference page made of it. The
 * page needs nothing from elsewhere, and has a content security policy of its own.
 */
export const docsRouter = (addresses: PublicAddresses): Router => {
  const router = express.Router();
  const body = Buffer.from(JSON.stringify(withServers(addresses)));
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const forPages = helmet({ contentSecurityPolicy: false });
  const policy = contentSecurityPolicy(addresses);

  router
    .route('/openapi.json')
    .get((_req, res) => {
      res.type('json').set({ ETag: etag, 'Cache-Control': 'no-cache' }).send(body);
    })
    .all(otherMethods(['GET']));

  router
    .route('/docs')
    .get(forPages, (req, res) => {
      // The page's links are relative, so that it also works below a path of a proxy.
      if (req.path.endsWith('/')) return res.redirect('../docs');
      res.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
      return res.type('html').send(page);
    })
    .all(otherMethods(['GET']));

  router
    .route('/docs/:asset')
    .get(forPages, (req, res, next) => {
      const { asset } = req.params;
      if (asset === 'start.js') {
        return res.type('js').set('Cache-Control', 'no-cache').send(startScript);
      }
      if (!assets.has(asset)) return next('router');
      return res.sendFile(asset, { root: assetsDirectory, maxAge: '1d' });
    })
    .all(otherMethods(['GET']));

  return router;
};

interface Server {
  url: string;
}

/** As much of the generated document as is changed here. The rankings' operations carry servers of their own. */
interface OpenApiDocument {
  servers: Server[];
  paths: Record<string, Record<string, { servers?: Server[] }>>;
}

const readDocument = (): OpenApiDocument =>
  JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

const withServers = ({ publicUrl, streaksPublicUrl }: PublicAddresses): OpenApiDocument => {
  const document = readDocument();
  const at = (url: string) => (server: Server) => ({ ...server, url });
  return {
    ...document,
    servers: document.servers.map(at(publicUrl)),
    paths: mapValues(document.paths, (operations) =>
      mapValues(operations, ({ servers, ...operation }) => ({
        ...operation,
        ...(servers && { servers: servers.map(at(streaksPublicUrl)) }),
      })),
    ),
  };
};

const mapValues = <T, U>(record: Record<string, T>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

const contentSecurityPolicy = ({ publicUrl, streaksPublicUrl }: PublicAddresses): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(publicUrl).origin} ${new URL(streaksPublicUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
