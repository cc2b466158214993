import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

type StorageLocation =
  | { directory: string }
  | { bucket: string; prefix: string; endpoint: string | undefined; region: string };

export const port = z.coerce.number().int().min(0).max(65_535);

/** A number of processes; `auto` is one for each core. */
export const processCount = z
  .string()
  .regex(/^(auto|[1-9]\d?)$/, 'must be auto, or a number from 1 to 99')
  .transform((text) => (text === 'auto' ? availableParallelism() : Number(text)));

/** A URL that stays as it was written, because an issuer's trailing slash counts. */
export const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

export const httpUrl = webUrl.transform((url) => url.replace(/\/+$/, ''));

const encoded = 'with special characters of the password encoded, as %23 for #';

export const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: `must be a postgres:// URL, ${encoded}`,
});

const isUrlOf = (text: string, form: RegExp): boolean => {
  const url = URL.parse(text);
  return url !== null && form.test(url.protocol + url.pathname) && canDecode(url);
};

const canDecode = ({ username, password, pathname }: URL): boolean => {
  try {
    return decodeURIComponent(username + password + pathname) !== undefined;
  } catch {
    return false;
  }
};

export const redisUrl = z
  .string()
  .refine((text) => isUrlOf(text, /^rediss?:\/?\d*$/), `must be redis://host:6379, ${encoded}`);

export const smtpUrl = z
  .string()
  .refine((text) => isUrlOf(text, /^smtps?:/), `must be smtp:// or smtps://host, ${encoded}`);

export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** `*`, or origins as browsers send them, without path and trailing slash. */
export const origins = list.refine(
  (items) => items.every((item) => item === '*' || isOrigin(item)),
  'must be * or origins such as https://exemplo.com.br, separated by commas',
);

/** An origin as browsers send it, without path and trailing slash. */
export const origin = z
  .string()
  .refine((text) => isOrigin(text), 'must be an origin such as https://exemplo.com.br');

const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;

/** A number of proxies, or their addresses and networks. */
export const trustProxy = z.string().transform((text, ctx) => {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  if (text.split(',').every((item) => isProxy(item.trim()))) return text;
  ctx.addIssue({
    code: 'custom',
    message: 'must be a number of proxies, or their addresses or networks separated by commas',
  });
  return z.NEVER;
});

const isProxy = (text: string): boolean => {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
};

const wholeNumber = /^\d+$/;

/** A duration in seconds, or with `s`, `m`, `h` or `d`; parsed to milliseconds. */
export const duration = z.string().transform((text, ctx) => {
  const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
  const [, amount, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (wholeNumber.test(text)) return Number(text) * 1_000;
  if (amount !== undefined && (unit === 's' || unit === 'm' || unit === 'h' || unit === 'd')) {
    return Number(amount) * unitMs[unit];
  }
  ctx.addIssue({ code: 'custom', message: 'must be a number of seconds, or as 90s, 15m, 8h, 30d' });
  return z.NEVER;
});

export const tokenSecret = z
  .string()
  .refine((secret) => Buffer.byteLength(secret) >= 32, 'must be at least 32 bytes long');

export const mailSender = z
  .string()
  .regex(
    /^(?:[^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    'must be an address, or Name <address>',
  );

/** Login shells set `MAIL` to the path of the user's mailbox, which is not meant for the service. */
export const mailSwitch = z
  .string()
  .transform((text) => (text.startsWith('/') ? 'on' : text))
  .pipe(z.enum(['on', 'off']));

/** An address in lower case without a plus-tag. */
export const bareAddress = z
  .string()
  .toLowerCase()
  .regex(/^[^\s<>@+]+@[^\s<>@]+$/, 'must be a bare address without a plus-tag');

/** A `file:` URL with an absolute or relative path, or `s3://bucket/prefix?endpoint=…&region=…`. */
export const storageUrl = z.string().transform((text, ctx): StorageLocation => {
  const refuse = (message: string) => {
    ctx.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (/^file:(?!\/\/).+/.test(text)) return { directory: text.slice('file:'.length) };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'file:' && url.host === '' && url.pathname !== '/')
    return { directory: fileURLToPath(url) };
  if (url?.protocol !== 's3:' || url.host === '') {
    return refuse('must be file:… or s3://bucket/prefix?endpoint=…&region=…');
  }
  const unknown = [...url.searchParams.keys()].find((key) => !['endpoint', 'region'].includes(key));
  if (unknown !== undefined) return refuse(`does not take the parameter ${unknown}`);
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !httpUrl.safeParse(endpoint).success) {
    return refuse('the endpoint must be an http or https URL');
  }
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.host,
    prefix: prefix && `${prefix}/`,
    endpoint,
    region: url.searchParams.get('region') ?? 'us-east-1',
  };
});

/** An IMAP URL (RFC 5092), with a password, which the RFC does not allow. */
export interface ImapLocation {
  host: string;
  port: number;
  /** True for TLS from the first byte (`imaps:`); false for STARTTLS. */
  secure: boolean;
  user: string;
  password: string;
  folder: string;
}

const standardPorts = { 'imap:': 143, 'imaps:': 993 };

export const imapUrl = z.string().transform((text, ctx): ImapLocation => {
  const url = URL.parse(text);
  const scheme = url?.protocol === 'imap:' || url?.protocol === 'imaps:' ? url.protocol : undefined;
  if (!url || !scheme || !url.hostname || !url.username || !url.password || !canDecode(url)) {
    const message = `must be imaps://user:password@host:port/INBOX, ${encoded}`;
    ctx.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : standardPorts[scheme],
    secure: scheme === 'imaps:',
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
  };
});

export interface ScannerLocation {
  host: string;
  port: number;
}

const clamdPort = 3310;

export const scannerUrl = z.string().transform((text, ctx): ScannerLocation => {
  const url = URL.parse(text);
  const plain = url && !url.username && !url.password && /^\/?$/.test(url.pathname);
  if (!plain || url.protocol !== 'clamd:' || !url.hostname || url.search || url.hash) {
    ctx.addIssue({ code: 'custom', message: 'must be clamd://host:port' });
    return z.NEVER;
  }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : clamdPort,
  };
});

export const retentionDays = z.coerce.number().int().min(1).max(36_500);

const timeOf = (time: string) => ({
  hour: Number(time.slice(0, 2)),
  minute: Number(time.slice(3)),
});

/** A time `HH:MM` before noon. */
export const morningTime = z
  .string()
  .regex(/^(0\d|1[01]):[0-5]\d$/, 'must be a time before noon, as 09:30')
  .transform(timeOf);

/** A time of day `HH:MM`. */
export const dayTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time, as 20:30')
  .transform(timeOf);
