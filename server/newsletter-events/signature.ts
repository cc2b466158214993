import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';

/** The headers that prove that a request is from the platform. */
export interface Proof {
  body: Buffer;
  headers: IncomingHttpHeaders;
  /** The secret in the address, for a platform that does not sign. */
  token: string | undefined;
}

/**
 * Returns true if the sender of the request knows the secret. A request with a signature (Standard Webhooks,
 * or the same under Svix's header names) must have a valid one of the last five minutes; one without must
 * carry the secret.
 */
export const isAuthentic = (secret: string, { body, headers, token }: Proof): boolean => {
  const prefix = ['webhook', 'svix'].find((name) => headers[`${name}-signature`] !== undefined);
  if (prefix === undefined) return token !== undefined && isSame(token, secret);
  const part = (name: string) => String(headers[`${prefix}-${name}`] ?? '');
  try {
    new Webhook(secret).verify(
      body,
      {
        'webhook-id': part('id'),
        'webhook-timestamp': part('timestamp'),
        'webhook-signature': part('signature'),
      },
      { jsonParse: false },
    );
    return true;
  } catch {
    return false;
  }
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
