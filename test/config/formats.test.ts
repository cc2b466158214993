import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../server/config/config.ts';

describe('a mailbox', () => {
  const mailboxOf = (url: string) => parseConfig({ IMAP_URL: url }).inbound.mailbox;

  it('has the standard port, the folder INBOX and STARTTLS unless it says otherwise', () => {
    expect(mailboxOf('imap://ana:senha@mail')).toMatchObject({
      port: 143,
      secure: false,
      folder: 'INBOX',
    });
    expect(mailboxOf('imaps://ana:senha@mail:1993/')).toMatchObject({
      port: 1_993,
      secure: true,
      folder: 'INBOX',
    });
  });

  it.each(['imap://ana@mail', 'imap://:senha@mail', 'http://ana:senha@mail'])(
    'is refused as %s',
    (url) => expect(() => mailboxOf(url)).toThrow(/^IMAP_URL: must be imaps:\/\/user:password@/),
  );
});

describe('a scanner', () => {
  it('has another port if it says so', () => {
    expect(parseConfig({ SCAN_URL: 'clamd://scan:99/' }).attachments.scanner).toEqual({
      host: 'scan',
      port: 99,
    });
  });

  it.each(['clamd://', 'clamd://ana@scan', 'clamd://scan/a'])('is refused as %s', (url) =>
    expect(() => parseConfig({ SCAN_URL: url })).toThrow(/^SCAN_URL: must be clamd:\/\/host:port$/),
  );
});

describe('a time of review', () => {
  it.each(['00:00', '11:59'])('may be %s', (time) => {
    expect(parseConfig({ QUIZ_REVIEW_AT: time }).quizReviewAt).toEqual({
      hour: Number(time.slice(0, 2)),
      minute: Number(time.slice(3)),
    });
  });

  it.each(['12:00', '9:30', '09:60'])('may not be %s', (time) => {
    expect(() => parseConfig({ QUIZ_REVIEW_AT: time })).toThrow(/^QUIZ_REVIEW_AT: must be a time/);
  });
});

describe('an address', () => {
  const mail = { SMTP_URL: 'smtp://mail' };

  it.each(['ajuda@exemplo.com.br', 'Leitor, ajuda <ajuda@exemplo.com.br>'])(
    'of the sender may be %s',
    (from) => expect(parseConfig({ ...mail, MAIL_FROM: from }).mail?.from).toBe(from),
  );

  it.each(['<ajuda@exemplo.com.br>', 'Leitor <a@b>, c@d', 'Leitor\r\nBcc: x <a@b>'])(
    'of the sender may not be %j',
    (from) =>
      expect(() => parseConfig({ ...mail, MAIL_FROM: from })).toThrow(/^MAIL_FROM: must be/),
  );

  it.each(['ajuda+x@exemplo.com.br', 'Leitor <ajuda@exemplo.com.br>', 'ajuda'])(
    'for replies may not be %s',
    (replyTo) =>
      expect(() => parseConfig({ MAIL_REPLY_TO: replyTo })).toThrow(/^MAIL_REPLY_TO: must be/),
  );
});
