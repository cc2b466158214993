import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { developmentSecret } from '../../server/auth/development-secret.ts';
import { openStorage, requireStorage } from '../../server/clients/open-storage.ts';
import { ConfigError, parseConfig } from '../../server/config/config.ts';
import { findMisspelt } from '../../server/config/misspelt.ts';
import { AppError } from '../../server/core/errors.ts';
import { checkOutside } from '../../server/process/check-outside.ts';
import { openConfiguredDatabase } from '../../server/process/open-resources.ts';

describe('a variable whose name is nearly one of ours', () => {
  it.each([
    ['RETENTION_AUDT_DAYS', 'RETENTION_AUDIT_DAYS'],
    ['database_url', 'DATABASE_URL'],
    ['OPENAI_APIKEY', 'OPENAI_API_KEY'],
    ['DATABASE_URL_FILES', 'DATABASE_URL_FILE'],
  ])('gives a warning that names both: %s', (name, meant) => {
    const [warning] = parseConfig({ [name]: 'x' }).warnings;
    expect(warning).toContain(name);
    expect(warning).toContain(meant);
  });

  it('is named where a variable is missing, too', () => {
    expect(() => parseConfig({ NODE_ENV: 'production', DATABSE_URL: 'x' })).toThrow('DATABSE_URL');
  });

  it.each([['POST'], ['AWS_REGION'], ['PGHOST'], ['DATABASE_URL']])('not: %s', (name) => {
    expect(findMisspelt({ [name]: 'x' }, ['PORT', 'DATABASE_URL'])).toEqual([]);
  });
});

describe('a value that is not accepted', () => {
  it.each([
    ['PORT', 'abc', 'must be a number'],
    ['PORT', '70000', 'must be at most 65535'],
    ['DATABASE_POOL', '0', 'must be at least 1'],
    ['DATABASE_POOL', '1.5', 'must be a whole number'],
    ['REDIS_URL', 'redis://cache/abc', 'must be redis://'],
    ['SMTP_URL', 'smtp://ana:p%zz@mail', 'must be smtp://'],
    ['IMAP_URL', 'imaps://ana:p%zz@mail', 'must be imaps://'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be an http'],
    ['NODE_ENV', 'prod', 'must be development or test or production'],
  ])('is refused in plain words: %s=%s', (name, value, words) => {
    expect(() => parseConfig({ [name]: value })).toThrow(`${name}: ${words}`);
  });

  it.each([
    ['DATABASE_URL', '<postgres://user:password@host:5432/leitor>'],
    ['DATABASE_URL', 'postgres://leitor:<password>@127.0.0.1/leitor'],
    ['OIDC_CLIENT_SECRET', 'THE_SECRET_OF_YOUR_PROVIDER'],
    ['OPENAI_API_KEY', 'sk-…'],
    ['AUTH_JWT_SECRET', 'change-me-to-something-that-is-long-enough'],
  ])('is refused as the placeholder of a document: %s=%s', (name, value) => {
    expect(() => parseConfig({ [name]: value })).toThrow(`${name}: is a placeholder`);
  });

  it('is not the mailbox that a login shell names', () => {
    expect(parseConfig({ MAIL: '/var/mail/root' }).mail).toBeUndefined();
    expect(() => parseConfig({ MAIL: 'nein' })).toThrow('MAIL: must be on or off');
  });
});

describe('a variable without the one that it needs', () => {
  it.each([
    ['REMINDER_AT', '20:00', 'SMTP_URL'],
    ['SUMMARY_MAIL_TO', 'ana@exemplo.com.br', 'SMTP_URL'],
    ['OPENAI_BASE_URL', 'http://127.0.0.1', 'OPENAI_API_KEY'],
  ])('gives a warning that names both: %s', (name, value, needed) => {
    const [warning] = parseConfig({ [name]: value }).warnings;
    expect(warning).toContain(name);
    expect(warning).toContain(needed);
  });
});

describe('a database that cannot be reached', () => {
  const opening = (url: string) =>
    openConfiguredDatabase(parseConfig({ DATABASE_URL: url }), () => {});

  it('is named by its place, without the password', async () => {
    await expect(opening('postgres://ana:segredo@127.0.0.1:1/leitor')).rejects.toThrow(
      /^DATABASE_URL: cannot connect to 127\.0\.0\.1:1\/leitor: (?!.*segredo)/,
    );
  });

  it('asks for a password that the URL lacks', async () => {
    const message = (kind: number, text: string) =>
      Buffer.concat([
        Buffer.from([0x52, 0, 0, 0, 8 + text.length, 0, 0, 0, kind]),
        Buffer.from(text),
      ]);
    // The first two answers of an authentication by SCRAM.
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write(message(10, 'SCRAM-SHA-256\0\0'));
        socket.once('data', () => socket.write(message(11, 'r=x,s=x,i=4096')));
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(opening(`postgres://ana@127.0.0.1:${port}/leitor`)).rejects.toThrow(
      /asks for a password/,
    );
    server.close();
  });
});

describe('a data directory that cannot be used', () => {
  it('stops the start', async () => {
    const taken = import.meta.filename;
    await expect(developmentSecret(taken)).rejects.toThrow(/^DATA_DIR: cannot be used: E/);
    const config = parseConfig({ DATA_DIR: taken });
    await expect(openConfiguredDatabase(config, () => {})).rejects.toThrow(/^DATA_DIR: .+: E/);
  });
});

describe('a service outside', () => {
  it('is named in the log if it refuses or does not respond, and not if it works', async () => {
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/v1/models' ? 401 : 200).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const lines: string[] = [];
    const config = parseConfig({
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: `${url}/v1`,
      AUTH_JWKS_URL: `${url}/keys`,
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: 'leitor',
      OIDC_CLIENT_SECRET: 'x',
      SCAN_URL: `clamd://127.0.0.1:${port}`,
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'ana@exemplo.com.br',
    });
    await checkOutside(config, { error: (line: string) => void lines.push(line) });
    server.close();
    expect(lines.map((line) => line.split(':', 1)[0]).toSorted()).toEqual([
      'OIDC_ISSUER',
      'OPENAI_API_KEY, OPENAI_BASE_URL',
      'SMTP_URL',
    ]);
  });
});

describe('a storage at the start', () => {
  const bucket = { bucket: 'b', prefix: '', endpoint: undefined, region: 'x' };
  const failing = (cause: unknown) => ({
    check: async () => {
      throw new AppError('unavailable', { cause });
    },
  });

  it('stops the start if its directory cannot be written', async () => {
    const directory = join(import.meta.filename, 'files');
    const storage = await openStorage({ directory });
    await expect(requireStorage(storage, { directory }, { error: () => {} })).rejects.toThrow(
      /^STORAGE_URL: cannot be written and read: ENOTDIR/,
    );
  });

  it('stops the start if a bucket refuses, and is an error in the log if it does not respond', async () => {
    const lines: unknown[] = [];
    const log = { error: (...line: unknown[]) => void lines.push(line) };
    const refusal = Object.assign(new Error('no bucket'), { $metadata: { httpStatusCode: 404 } });
    await expect(requireStorage(failing(refusal), bucket, log)).rejects.toThrow(ConfigError);
    expect(lines).toEqual([]);
    await requireStorage(failing(new Error('connect ECONNREFUSED')), bucket, log);
    expect(JSON.stringify(lines)).toContain('STORAGE_URL: cannot be written and read: connect');
  });
});
