import { createHash, hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

// Secret responses are encrypted with the caller's Idempotency-Key; only the key's hash is stored.

export const keyFingerprint = (key: string): string =>
  `sha256:${createHash('sha256').update(key).digest('base64url')}`;

const secretOf = (key: string) => new Uint8Array(hkdfSync('sha256', key, '', 'response', 32));

export const seal = (body: unknown, key: string): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(JSON.stringify(body)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(secretOf(key));

export const unseal = async (sealed: unknown, key: string): Promise<unknown> => {
  const { plaintext } = await compactDecrypt(String(sealed), secretOf(key));
  return JSON.parse(new TextDecoder().decode(plaintext));
};
