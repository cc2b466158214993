import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../server/config/config.ts';

const storageOf = (url?: string) =>
  parseConfig({ DATA_DIR: '/dados', ...(url !== undefined && { STORAGE_URL: url }) }).storage;

describe('STORAGE_URL', () => {
  it.each([
    [undefined, { directory: '/dados/files' }],
    ['file:///var/anexos', { directory: '/var/anexos' }],
    ['file:anexos', { directory: 'anexos' }],
    ['s3://balde', { bucket: 'balde', prefix: '', endpoint: undefined, region: 'us-east-1' }],
    [
      's3://balde/a/b/?endpoint=http%3A%2F%2Fs3.local%3A9000&region=sa-east-1',
      { bucket: 'balde', prefix: 'a/b/', endpoint: 'http://s3.local:9000', region: 'sa-east-1' },
    ],
  ])('%j is %j', (url, storage) => expect(storageOf(url)).toEqual(storage));

  it.each(['/var/anexos', 'file://host/a', 's3://', 's3://a?endpoint=x', 's3://a?acl=1'])(
    'refuses %j in one line that names it',
    (url) => {
      expect(() => storageOf(url)).toThrow(/^STORAGE_URL: [^\n]+$/);
    },
  );
});
