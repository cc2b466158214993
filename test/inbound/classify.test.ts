import { describe, expect, it } from 'vitest';
import { classifyMail, type MailKind, readBounce } from '../../server/inbound/classify.ts';
import { readMail } from '../../server/inbound/parse.ts';
import { aMail } from './mails.ts';

const kindOf = async (headers: Record<string, string>) =>
  classifyMail(await readMail(aMail(headers)), ['suporte@leitor.example']);

describe('the kind of a mail', () => {
  it.each<[Record<string, string>, MailKind]>([
    [{}, 'person'],
    [{ 'Auto-Submitted': 'No' }, 'person'],
    [{ Precedence: 'first-class' }, 'person'],
    [{ From: 'Mailer-Daemon@exemplo.com.br' }, 'bounce'],
    [{ From: 'postmaster@exemplo.com.br' }, 'bounce'],
    [{ 'Return-Path': '<>' }, 'bounce'],
    [
      { 'Content-Type': 'Multipart/Report; report-type=Delivery-Status; boundary=limite' },
      'bounce',
    ],
    [
      { 'Content-Type': 'multipart/report; report-type=disposition-notification; boundary=x' },
      'auto-reply',
    ],
    [{ 'Auto-Submitted': 'Auto-Replied' }, 'auto-reply'],
    [{ Precedence: 'Auto_Reply' }, 'auto-reply'],
    [{ 'X-Autoreply': 'yes' }, 'auto-reply'],
    [{ 'X-Autorespond': 'yes' }, 'auto-reply'],
    [{ 'X-Auto-Response-Suppress': 'All' }, 'auto-reply'],
    [{ 'List-Id': '<lista.exemplo.com.br>' }, 'list'],
    [{ 'List-Unsubscribe': '<mailto:sair@exemplo.com.br>' }, 'list'],
    [{ 'List-Post': '<mailto:lista@exemplo.com.br>' }, 'list'],
    [{ Precedence: 'Bulk' }, 'list'],
    [{ Precedence: 'junk' }, 'list'],
    [{ Precedence: 'list' }, 'list'],
    [{ From: 'Suporte <SUPORTE@leitor.example>' }, 'own-mail'],
  ])('with %j is %s', async (headers, kind) => {
    expect(await kindOf(headers)).toBe(kind);
  });
});

describe('a bounce', () => {
  it('names the mail, whether it failed for good, and why', async () => {
    const report = (status: string) =>
      [
        '--limite',
        'Content-Type: message/delivery-status',
        '',
        status,
        '--limite--',
        'sobra <ticket-1.message-2@leitor.example>',
      ].join('\r\n');
    const headers = {
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary=limite',
    };
    const read = async (status: string) =>
      readBounce(await readMail(aMail(headers, report(status))));
    const id = 'Original-Message-ID: <ticket-1.message-2@leitor.example>';
    expect(
      await read(
        `${id}\r\nX-Diagnostic-Code: outro\r\nAction: failed\r\nDiagnostic-Code: smtp; 550 no`,
      ),
    ).toEqual({
      mailId: '<ticket-1.message-2@leitor.example>',
      failed: true,
      reason: 'smtp; 550 no',
    });
    expect(await read(`${id}\r\nAction: delayed`)).toMatchObject({
      failed: false,
      reason: 'undeliverable',
    });
  });
});
