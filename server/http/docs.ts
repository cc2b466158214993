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
export const docsRouter = (addresses: PublicAddresses): Router =>
  express
    .Router()
    .use(compression())
    .use(document('/openapi.json', () => withServers(addresses, 'openapi.json')))
    .use(document('/openapi-3.0.json', () => withServers(addresses, 'contract/openapi-3.0.json')))
    .use(referencePage('leitor: referência da API', Object.values(addresses)));

/** Serves the reference page and the document of the internal tRPC API. */
export const internalDocsRouter = (): Router =>
  express
    .Router()
    .use(['/openapi.json', '/docs'], compression())
    .use(document('/openapi.json', () => readDocument('packages/internal/openapi.json')))
    .use(referencePage('leitor: internal API'));

/** Serves a document, read at its first request; 304 to a caller that already has it. */
const document = (path: string, read: () => object): Router => {
  let known: { body: Buffer; etag: string } | undefined;
  const prepare = () => {
    const body = Buffer.from(JSON.stringify(read()));
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
  };
  const send: RequestHandler = (_req, res) => {
    known ??= prepare();
    res.type('json').set({ ETag: known.etag, 'Cache-Control': 'no-cache' }).send(known.body);
  };
  const router = express.Router();
  router
    .route(path)
    .get(send)
    .all(otherMethods(['GET']));
  return router;
};

interface Server {
  url: string;
}

/** The parts that depend on the deployment; rankings have their own servers. */
interface OpenApiDocument {
  servers: Server[];
  paths: Record<string, Record<string, { servers?: Server[] }>>;
}

const readDocument = (name: string): OpenApiDocument =>
  JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));

const withServers = (
  { publicUrl, streaksPublicUrl }: PublicAddresses,
  name: string,
): OpenApiDocument => {
  const found = readDocument(name);
  const operations = Object.values(found.paths).flatMap((methods) => Object.values(methods));
  for (const server of found.servers) server.url = publicUrl;
  for (const server of operations.flatMap(({ servers = [] }) => servers)) {
    server.url = streaksPublicUrl;
  }
  return found;
};
