import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStorage, requireStorage } from '../../server/clients/open-storage.ts';
import { ConfigError, parseConfig } from '../../server/config/config.ts';
import { findMisspelt } from '../../server/config/misspelt.ts';
import { AppError } from '../../server/core/errors.ts';

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
    ['NODE_ENV', 'prod', 'must be development or test or production'],
  ])('is refused in plain words: %s=%s', (name, value, words) => {
    expect(() => parseConfig({ [name]: value })).toThrow(`${name}: ${words}`);
  });

  it.each([
    ['DATABASE_URL', '<postgres://user:password@host:5432/leitor>'],
    ['OIDC_CLIENT_SECRET', 'THE_SECRET_OF_YOUR_PROVIDER'],
    ['AUTH_JWT_SECRET', 'change-me-to-something-that-is-long-enough'],
  ])('is refused as the placeholder of a document: %s=%s', (name, value) => {
    expect(() => parseConfig({ [name]: value })).toThrow(`${name}: is a placeholder`);
  });

  it('is not the mailbox that a login shell names', () => {
    expect(parseConfig({ MAIL: '/var/mail/root' }).mail).toBeUndefined();
    expect(() => parseConfig({ MAIL: 'nein' })).toThrow('MAIL: must be on or off');
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
