import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import compression from 'compression';
import express, { type RequestHandler, type Router } from 'express';
import { otherMethods } from './other-methods.ts';
import { referencePage } from './reference-page.ts';

export interface PublicAddresses {
  publicUrl: string;
  streaksPublicUrl: string;
}

/** Serves the reference page and its document, with this deployment's addresses as servers. */
export const docsRouter = (addresses: PublicAddresses): Router => {
  const router = express.Router();
  router.use(compression());
  router
    .route('/openapi.json')
    .get(sendDocument(() => withServers(addresses, 'openapi.json')))
    .all(otherMethods(['GET']));
  router
    .route('/openapi-3.0.json')
    .get(sendDocument(() => withServers(addresses, 'contract/openapi-3.0.json')))
    .all(otherMethods(['GET']));
  router.use(
    referencePage({
      title: 'leitor: referência da API',
      path: '/docs',
      document: 'openapi.json',
      connectTo: [addresses.publicUrl, addresses.streaksPublicUrl],
    }),
  );
  return router;
};

/** Serves the reference page and the document of the internal tRPC API. */
export const internalDocsRouter = (): Router => {
  const router = express.Router();
  router.use(['/openapi.json', '/docs'], compression());
  router
    .route('/openapi.json')
    .get(sendDocument(() => readDocument('packages/internal/openapi.json')))
    .all(otherMethods(['GET']));
  router.use(
    referencePage({
      title: 'leitor: internal API',
      path: '/docs',
      document: 'openapi.json',
      connectTo: [],
    }),
  );
  return router;
};

/** Sends a document, read at its first request; 304 to a caller that already has it. */
const sendDocument = (read: () => object): RequestHandler => {
  let known: { body: Buffer; etag: string } | undefined;
  const prepare = () => {
    const body = Buffer.from(JSON.stringify(read()));
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
  };
  return (_req, res) => {
    known ??= prepare();
    res.type('json').set({ ETag: known.etag, 'Cache-Control': 'no-cache' }).send(known.body);
  };
};

interface Server {
  url: string;
}

interface Operation {
  servers?: Server[];
  'x-codeSamples': { source: string }[];
}

/** The parts that depend on the deployment; rankings have their own servers. */
interface OpenApiDocument {
  servers: Server[];
  paths: Record<string, Record<string, Operation>>;
}

const readDocument = (name: string): OpenApiDocument =>
  JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));

const withServers = (addresses: PublicAddresses, name: string): OpenApiDocument => {
  const { publicUrl, streaksPublicUrl } = addresses;
  const document = readDocument(name);
  const [developed] = document.servers;
  const at = (url: string) => (server: Server) => ({ ...server, url });
  return {
    ...document,
    servers: document.servers.map(at(publicUrl)),
    paths: mapValues(document.paths, (operations) =>
      mapValues(operations, ({ servers, ...operation }) => {
        const url = servers ? streaksPublicUrl : publicUrl;
        return {
          ...operation,
          ...(servers && { servers: servers.map(at(url)) }),
          'x-codeSamples': operation['x-codeSamples'].map((sample) => ({
            ...sample,
            source: sample.source.replaceAll(developed?.url ?? url, url),
          })),
        };
      }),
    ),
  };
};

const mapValues = <T, U>(record: Record<string, T>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
