import type { WebhookEvent } from './generated/schemas.ts';

export type * from './generated/schemas.ts';

/** Uma requisição de webhook, como chegou. */
export interface WebhookRequest {
  /** Os cabeçalhos: `Headers`, ou o objeto de Node.js, Express e Fastify. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** O corpo sem mudança alguma: um JSON lido e escrito de novo tem outra assinatura. */
  body: string | Uint8Array | ArrayBuffer;
  /** O segredo do webhook, `whsec_…`; durante uma troca, o novo e o anterior. */
  secrets: string | readonly string[];
  /** Quantos segundos a mensagem pode ter, ou estar adiantada. Padrão: 300. */
  toleranceSeconds?: number | undefined;
}

/** Um webhook a assinar, para testes de quem recebe. */
export interface WebhookToSign {
  id: string;
  timestamp: Date;
  body: string;
  /** O segredo, `whsec_…`. */
  secret: string;
}

/** Por que uma requisição de webhook foi recusada. */
export type WebhookErrorCode =
  | 'headers-missing'
  | 'timestamp-out-of-range'
  | 'signature-mismatch'
  | 'body-parsed'
  | 'body-malformed'
  | 'secret-missing'
  | 'secret-malformed';

/** Lançado se uma requisição de webhook não confere. Responda com 400 e não use o corpo. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  /** O motivo; `secret-missing`, `secret-malformed` e `body-parsed` são erros de quem recebe. */
  readonly code: WebhookErrorCode;

  /** @internal */
  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Standard Webhooks recommends five minutes. */
const defaultToleranceSeconds = 300;

/** A message has fewer signatures, even during a rotation; the limit bounds the work for a forged header. */
const maxSignatures = 10;

/**
 * Confere a assinatura de um webhook (Standard Webhooks, HMAC-SHA256) e resolve para o evento. Usa
 * só Web Crypto: Node.js, Deno, Bun, navegadores e workers.
 *
 * Recuse corpos grandes antes: um evento tem menos de 64 kB. Um evento pode chegar mais de uma vez,
 * com o mesmo `webhook-id`. Um serviço mais novo pode enviar tipos que `WebhookEvent` não lista.
 *
 * ```ts
 * const body = await request.text();
 * const event = await verifyWebhook({ headers: request.headers, body, secrets });
 * if (event.type === 'quiz.submitted') console.log(event.data.email, event.data.passed);
 * ```
 *
 * @throws {WebhookError} se falta um cabeçalho ou o segredo, a mensagem tem mais de
 * `toleranceSeconds`, nenhuma assinatura confere, ou o corpo já foi lido como JSON ou não é um evento
 */
export const verifyWebhook = async ({
  headers,
  body,
  secrets,
  toleranceSeconds = defaultToleranceSeconds,
}: WebhookRequest): Promise<WebhookEvent> => {
  const text = textOf(body);
  // During a rotation one of two variables may not be set.
  const given = [secrets].flat().filter(Boolean);
  const keys = await Promise.all(
    (given.length > 0 ? given : ['']).map((secret) => importKey(secret, 'verify')),
  );
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ', maxSignatures);
  const sentMs = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1_000 : Number.NaN;
  if (!(Math.abs(Date.now() - sentMs) <= toleranceSeconds * 1_000)) {
    throw new WebhookError(
      'timestamp-out-of-range',
      `webhook-timestamp is not within ${toleranceSeconds} seconds`,
    );
  }
  const signed = signedBytes(id, timestamp, text);
  for (const key of keys) {
    for (const signature of signatures) {
      const bytes = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : undefined;
      // `verify` compares in constant time.
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return eventOf(text);
    }
  }
  throw new WebhookError('signature-mismatch', 'no signature matches the body and a secret');
};

/**
 * Assina um corpo como o serviço o faz, para testes de quem recebe. Resolve para os cabeçalhos.
 *
 * @throws {WebhookError} se falta o segredo ou ele não é `whsec_…`
 */
export const signWebhook = async ({
  id,
  timestamp,
  body,
  secret,
}: WebhookToSign): Promise<Record<string, string>> => {
  const key = await importKey(secret, 'sign');
  const sent = String(Math.floor(timestamp.getTime() / 1_000));
  const bytes = await crypto.subtle.sign('HMAC', key, signedBytes(id, sent, textOf(body)));
  const signature = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return {
    'webhook-id': id,
    'webhook-timestamp': sent,
    'webhook-signature': `v1,${signature}`,
  };
};

const signedBytes = (id: string, timestamp: string, text: string) =>
  new TextEncoder().encode(`${id}.${timestamp}.${text}`);

/** The text of a body. @throws WebhookError if a framework has parsed it */
const textOf = (body: WebhookRequest['body']): string => {
  if (typeof body === 'string') return body;
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body))
    return new TextDecoder().decode(body);
  throw new WebhookError(
    'body-parsed',
    'the body is no text or bytes: pass it as it arrived, for example by express.raw()',
  );
};

const headerOf = (headers: WebhookRequest['headers'], name: string): string => {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  const text = typeof value === 'string' ? value : value?.[0];
  if (!text) throw new WebhookError('headers-missing', `the header ${name} is missing`);
  return text;
};

const importKey = (secret: string, usage: 'sign' | 'verify'): Promise<CryptoKey> => {
  // Plain JavaScript passes a variable that is not set.
  if (!secret) {
    throw new WebhookError('secret-missing', 'no secret is given: is its variable set?');
  }
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (!bytes?.length) throw new WebhookError('secret-malformed', 'a secret is not whsec_<base64>');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [usage]);
};

/** The bytes of a base64 text; undefined if it is invalid. */
const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};

const eventOf = (text: string): WebhookEvent => {
  const event = parsed(text) as Partial<WebhookEvent> | undefined;
  if (typeof event?.type === 'string' && event.data instanceof Object) return event as WebhookEvent;
  throw new WebhookError('body-malformed', 'the body is no event');
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
