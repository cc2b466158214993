import { createHash, hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

// A response that holds a secret is stored encrypted under the caller's Idempotency-Key, of which
// only the hash is stored with it: the database alone does not show the secret.

/** What is stored of a key that opens a sealed response. */
export const keyFingerprint = (key: string): string =>
  `sha256:${createHash('sha256').update(key).digest('base64url')}`;

const secretOf = (key: string) => new Uint8Array(hkdfSync('sha256', key, '', 'response', 32));

/** A body as a text that only the key opens. */
export const seal = (body: unknown, key: string): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(JSON.stringify(body)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(secretOf(key));

/** The body that was sealed with the key. */
export const unseal = async (sealed: unknown, key: string): Promise<unknown> => {
  const { plaintext } = await compactDecrypt(String(sealed), secretOf(key));
  return JSON.parse(new TextDecoder().decode(plaintext));
};
