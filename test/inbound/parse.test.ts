import { describe, expect, it } from 'vitest';
import { readMail } from '../../server/inbound/parse.ts';
import { aMail } from './mails.ts';

describe('the subject of a mail', () => {
  it('is cut after 250 characters', async () => {
    const { subject } = await readMail(aMail({ Subject: 'a'.repeat(300) }));
    expect(subject).toBe('a'.repeat(250));
  });

  it('is "Sem assunto" if there is none', async () => {
    expect((await readMail(aMail({ Subject: '' }))).subject).toBe('Sem assunto');
  });
});
