import { describe, expect, it } from 'vitest';
import { classifyMail, type MailKind, readBounce } from '../../server/inbound/classify.ts';
import { readMail } from '../../server/inbound/parse.ts';
import { aBounce, aMail } from './mails.ts';

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
    [{ From: 'suporte@leitor.example', 'Auto-Submitted': 'auto-replied' }, 'own-mail'],
    [{ From: 'suporte@leitor.example', 'Return-Path': '<>' }, 'own-mail'],
    [{ 'Return-Path': '<>', 'Auto-Submitted': 'auto-replied' }, 'bounce'],
    [{ 'Return-Path': '<ana@exemplo.com.br>' }, 'person'],
    [{ From: 'ana.postmaster@exemplo.com.br' }, 'person'],
    [{ 'Auto-Submitted': 'no', Precedence: 'bulk' }, 'list'],
    [{ Precedence: 'bulk', 'X-Autorespond': 'yes' }, 'auto-reply'],
    [{ 'List-Id': '<lista.exemplo.com.br>', 'Auto-Submitted': 'auto-generated' }, 'auto-reply'],
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
        `${id}\r\nX-Diagnostic-Code: outro\r\nAction: Failed\r\nDiagnostic-Code: smtp; 550 no`,
      ),
    ).toEqual({
      mailId: '<ticket-1.message-2@leitor.example>',
      failed: true,
      reason: 'smtp; 550 no',
    });
    for (const action of ['delayed', 'Delivered', 'relayed', 'expanded']) {
      expect(await read(`${id}\r\nAction: ${action}`)).toMatchObject({
        failed: false,
        reason: 'undeliverable',
      });
    }
    expect(await read(id)).toMatchObject({ failed: true });
  });

  it('is of the mail that came back, not of the earlier ones that it refers to', async () => {
    const bounce = aBounce('<ticket-1.message-3@leitor.example>').toString();
    const earlier = '<ticket-1@leitor.example> <ticket-1.message-2@leitor.example>';
    const raw = bounce.replace('Message-ID: <ticket', `References: ${earlier}\r\n$&`);
    expect(raw).toContain(earlier);
    expect(readBounce(await readMail(Buffer.from(raw)))?.mailId).toBe(
      '<ticket-1.message-3@leitor.example>',
    );
  });

  it('may quote the mail in its text, and names none without a Message-ID of ours', async () => {
    const read = async (text: string) =>
      readBounce(await readMail(aMail({ 'Return-Path': '<>' }, text)));
    expect(await read('Message-ID: <ticket-1.message-2@leitor.example>')).toEqual({
      mailId: '<ticket-1.message-2@leitor.example>',
      failed: true,
      reason: 'undeliverable',
    });
    expect(await read('Message-ID: <ticket-1@leitor.example>')).toBeUndefined();
  });
});
