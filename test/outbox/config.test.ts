import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../server/config/config.ts';

const mail = {
  SMTP_URL: 'smtps://user:pass@mail.exemplo.com.br',
  MAIL_FROM: 'Leitor <oi@exemplo.com.br>',
};

describe('configuration of mail and replies', () => {
  it('is off without a server, and has limits of its own', () => {
    expect(parseConfig({})).toMatchObject({ mail: undefined, replies: { minConfidence: 0.7 } });
    expect(parseConfig(mail).mail).toEqual({
      url: mail.SMTP_URL,
      from: mail.MAIL_FROM,
      perHour: 1_000,
      paused: false,
      requireTls: true,
    });
    expect(
      parseConfig({ ...mail, MAIL: 'off', MAIL_PER_HOUR: '50', AUTO_REPLY_MIN_CONFIDENCE: '0.85' }),
    ).toMatchObject({
      mail: { paused: true, perHour: 50 },
      replies: { minConfidence: 0.85 },
    });
  });

  it.each([
    [{ SMTP_URL: mail.SMTP_URL }, 'SMTP_URL, MAIL_FROM: set both or neither'],
    [{ ...mail, SMTP_URL: 'http://mail.exemplo.com.br' }, 'SMTP_URL'],
    [{ ...mail, MAIL_FROM: 'Leitor' }, 'MAIL_FROM'],
    [{ ...mail, MAIL_FROM: 'a@b.c\r\nBcc: x@y.z' }, 'MAIL_FROM'],
    [{ ...mail, MAIL: 'no' }, 'MAIL'],
    [{ ...mail, MAIL_PER_HOUR: '0' }, 'MAIL_PER_HOUR'],
    [{ AUTO_REPLY_MIN_CONFIDENCE: '70' }, 'AUTO_REPLY_MIN_CONFIDENCE'],
  ])('refuses %o', (env, problem) => {
    expect(() => parseConfig(env)).toThrow(problem);
  });
});
