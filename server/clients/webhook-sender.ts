import { lookup } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { reasonOf } from '../text/error-reason.ts';

/** `status` is null without a response. */
export interface WebhookFailure {
  outcome: 'failed';
  status: number | null;
  reason: string;
}

/** A `delivered` result is a 2xx response. */
export type WebhookResult = { outcome: 'delivered'; status: number } | WebhookFailure;

/** A connection that successive requests reuse. */
export interface WebhookConnection {
  /** Sends a request; never throws and takes at most 15 seconds. */
  post: (body: string, headers: Record<string, string>) => Promise<WebhookResult>;
  close: () => void;
}

export interface WebhookSender {
  /** Returns why a URL is refused; undefined if accepted. Names are resolved only when connecting. */
  refusalOf: (url: string) => string | undefined;
  open: (url: string) => WebhookConnection;
}

interface WebhookSenderOptions {
  /** True allows private addresses and plain HTTP, for tests and development. */
  anyAddress: boolean;
  /** The default is 15 seconds. */
  timeoutMs?: number;
}

const defaultTimeoutMs = 15_000;
/** A longer response closes its connection. */
const maxResponseBytes = 65_536;
const readResponseMs = 1_000;
const forDevelopment = ' (for development: WEBHOOK_ADDRESSES=any)';

export const openWebhookSender = ({
  anyAddress,
  timeoutMs = defaultTimeoutMs,
}: WebhookSenderOptions): WebhookSender => {
  const isAllowed = (address: string) => anyAddress || isPublicAddress(address);
  const refusalOf = (text: string): string | undefined => {
    const url = URL.parse(text);
    if (url?.protocol !== 'https:' && !(anyAddress && url?.protocol === 'http:')) {
      return `must be an https address${forDevelopment}`;
    }
    if (url.username || url.password) return 'must not have a user and password';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return isIP(host) > 0 && !isAllowed(host)
      ? `must not be a private address${forDevelopment}`
      : undefined;
  };
  return {
    refusalOf,
    open: (url) => {
      const { Agent, request } = url.startsWith('https:') ? https : http;
      // The socket connects to the checked addresses, so that a name cannot change between check and use.
      const agent = new Agent({
        keepAlive: true,
        maxSockets: 1,
        lookup: checkedLookup(isAllowed),
      });
      const attempt = (body: string, headers: Record<string, string>) =>
        new Promise<WebhookResult | 'stale'>((resolve) => {
          const req = request(url, {
            method: 'POST',
            agent,
            headers: { ...headers, 'content-length': Buffer.byteLength(body) },
            signal: AbortSignal.timeout(timeoutMs),
          });
          req.on('response', (res) => {
            readOff(res);
            resolve(resultOf(res.statusCode ?? 0));
          });
          req.on('error', (error) => {
            if (isStale(req, error)) resolve('stale');
            const late = error.name === 'AbortError' || error.name === 'TimeoutError';
            resolve(unanswered(late ? 'no response in time' : reasonOf(error)));
          });
          req.on('close', () => resolve(unanswered('connection closed')));
          req.end(body);
        });
      return {
        post: async (body, headers) => {
          // The rules or the setting may have changed since the URL was accepted.
          const refusal = refusalOf(url);
          if (refusal) return unanswered(refusal);
          for (;;) {
            const result = await attempt(body, headers);
            if (result !== 'stale') return result;
          }
        },
        close: () => agent.destroy(),
      };
    },
  };
};

/** Returns true for a public address; an IPv4 address inside an IPv6 one counts as itself. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  // For `::127.0.0.1` (RFC 4291 §2.5.5.1, deprecated), some systems connect to the IPv4 address.
  return (
    parsed.range() === 'unicast' && !(parsed instanceof ipaddr.IPv6 && parsed.match(compatible))
  );
};

const compatible = ipaddr.IPv6.parseCIDR('::/96');

/** Resolves a name and refuses it if any of its addresses is refused. */
const checkedLookup =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const refused = error ? undefined : addresses.find(({ address }) => !isAllowed(address));
      const [first] = error ? [] : addresses;
      if (error) callback(error, []);
      else if (refused || !first)
        callback(new Error('the name has an address that is private'), []);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

/** Returns true if the receiver closed an idle connection before it read the request. */
const isStale = (req: http.ClientRequest, error: Error): boolean =>
  req.reusedSocket && 'code' in error && error.code === 'ECONNRESET';

const unanswered = (reason: string): WebhookFailure => ({
  outcome: 'failed',
  status: null,
  reason,
});

const resultOf = (status: number): WebhookResult => {
  if (status >= 200 && status < 300) return { outcome: 'delivered', status };
  const redirect = status >= 300 && status < 400;
  return { outcome: 'failed', status, reason: redirect ? 'redirect' : `HTTP ${status}` };
};

/**
 * Reads the rest, so that the connection can be reused; closes it if the response is too long or too slow.
 */
const readOff = (res: IncomingMessage): void => {
  let bytes = 0;
  const timer = setTimeout(() => res.destroy(), readResponseMs);
  res.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxResponseBytes) res.destroy();
  });
  res.on('error', () => res.destroy());
  res.on('close', () => clearTimeout(timer));
};
