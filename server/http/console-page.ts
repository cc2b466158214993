import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import express, { type Router } from 'express';
import helmet from 'helmet';
import sirv from 'sirv';
import { otherMethods } from './other-methods.ts';

const folder = fileURLToPath(new URL('../../console/dist', import.meta.url));

export const isConsoleBuilt = (): boolean => existsSync(`${folder}/index.html`);

const forPages = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      connectSrc: ["'self'"],
      imgSrc: ["'self'", 'blob:', 'data:'],
      fontSrc: ["'self'"],
      formAction: ["'self'"],
      // Frames show original mails in a sandbox and previews of attachments.
      frameSrc: ["'self'", 'blob:'],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      // The editor needs the policy `default`, which sanitises.
      trustedTypes: ['dompurify', 'default'],
    },
  },
});

/**
 * Serves `/console/` as `npm ci` built it (404 if it was not built). `dev` also serves files of later
 * builds.
 */
export const consolePage = ({ dev }: { dev: boolean }): Router => {
  const router = express.Router();
  if (!isConsoleBuilt()) return router;
  const files = sirv(folder, {
    dev,
    single: true,
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (res, path) =>
      res.setHeader(
        'Cache-Control',
        path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  });
  router.use('/console', (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return otherMethods(['GET'])(req, res, next);
    // sirv fails for a range that ends before it starts.
    delete req.headers.range;
    forPages(req, res, () => files(req, res, next));
  });
  return router;
};
