import { isNode, parseAllDocuments } from 'yaml';
import { z } from 'zod';

/** A manifest: returns the value at a path such as `spec.ports.0.name`, or undefined. */
export type Manifest = (path: string) => unknown;

/** All manifests of a kind in a file. */
export const manifestsOf = (text: string, kind: string): Manifest[] =>
  parseAllDocuments(text)
    .filter((document) => document.get('kind') === kind)
    .map((document) => (path) => {
      const found = document.getIn(path.split('.'));
      return isNode(found) ? found.toJS(document) : found;
    });

/** The only manifest of a kind in a file. */
export const manifestOf = (text: string, kind: string): Manifest => {
  const [manifest, ...more] = manifestsOf(text, kind);
  if (!manifest || more.length > 0) throw new Error(`expected one ${kind}`);
  return manifest;
};

/** The variables of a ConfigMap. */
export const variablesOf = (manifest: Manifest): Record<string, string> =>
  z.record(z.string(), z.string()).parse(manifest('data'));

/** Possible values of the Secret. */
export const secretValues = {
  DATABASE_URL: 'postgres://leitor@database/leitor',
  REDIS_URL: 'redis://cache:6379',
  STORAGE_URL: 's3://leitor/attachments?region=us-east-1',
  AUTH_JWT_SECRET: 's'.repeat(40),
  ERASURE_LEDGER_KEY: 'l'.repeat(40),
};
