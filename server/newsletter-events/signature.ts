import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';

export interface Proof {
  body: Buffer;
  headers: IncomingHttpHeaders;
  /** The secret in the address, for platforms that do not sign. */
  token: string | undefined;
}

/**
 * Returns true if the sender knows the secret. A signed request (Standard Webhooks, or Svix's header names)
 * needs a valid signature of the last five minutes; an unsigned one needs the secret.
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
