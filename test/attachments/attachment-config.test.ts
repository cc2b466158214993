import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../server/config/config.ts';

const configOf = (env: Record<string, string>) =>
  parseConfig({ DATA_DIR: '/dados', ...env }).attachments;

describe('the bounds of attachments', () => {
  it('have defaults', () => {
    expect(configOf({})).toEqual({
      perTicket: 200,
      bytesPerPersonPerDay: 209_715_200,
      scanner: undefined,
    });
  });

  it('are those of the variables', () => {
    const env = { ATTACHMENTS_PER_TICKET: '7', ATTACHMENT_BYTES_PER_PERSON_PER_DAY: '8' };
    expect(configOf(env)).toMatchObject({ perTicket: 7, bytesPerPersonPerDay: 8 });
    for (const name of Object.keys(env)) expect(() => configOf({ [name]: '0' })).toThrow(name);
  });
});

describe('SCAN_URL', () => {
  it.each([
    ['clamd://antivirus', { host: 'antivirus', port: 3310 }],
    ['clamd://antivirus:4000/', { host: 'antivirus', port: 4000 }],
    ['clamd://[::1]:4000', { host: '::1', port: 4000 }],
  ])('%s is %j', (url, scanner) => expect(configOf({ SCAN_URL: url }).scanner).toEqual(scanner));

  it.each([
    'http://antivirus',
    'clamd://',
    'clamd://ana:segredo@antivirus',
    'clamd://antivirus/scan?a=1',
  ])('refuses %s', (url) => expect(() => configOf({ SCAN_URL: url })).toThrow(/^SCAN_URL: /));
});
