import { describe, expect, it } from 'vitest';
import type { MailKind } from '../../../server/inbound/read/classify.ts';
import { readMail as read } from '../../../server/inbound/read/mail.ts';
import { isVerified } from '../../../server/inbound/read/sender.ts';
import { aMail } from '../mails.ts';
import { known, readMail } from './reading.ts';

const kindOf = async (headers: Record<string, string>) => (await readMail(aMail(headers))).kind;
const ours = '<ticket-1.message-2.abcdefghijklmnop@leitor.example>';

describe('the kind of a mail', () => {
  it.each<[Record<string, string>, MailKind]>([
    [{}, 'person'],
    [{ 'Auto-Submitted': 'No' }, 'person'],
    [{ 'Auto-Submitted': 'Auto-Replied' }, 'auto-reply'],
    [{ 'Return-Path': '<ana@exemplo.com.br>' }, 'person'],
    [{ From: 'ana.postmaster@exemplo.com.br' }, 'person'],
    [
      { 'Content-Type': 'Multipart/Report; report-type=Delivery-Status; boundary=limite' },
      'bounce',
    ],
    [
      { 'Content-Type': 'multipart/report; report-type=disposition-notification; boundary=x' },
      'auto-reply',
    ],
    [{ From: 'Suporte <SUPORTE@leitor.example>' }, 'own-mail'],
    [{ From: 'suporte@leitor.example', 'Auto-Submitted': 'auto-replied' }, 'own-mail'],
  ])('with %j is %s', async (headers, kind) => {
    expect(await kindOf(headers)).toBe(kind);
  });

  it.each<Record<string, string>>([
    { 'X-Auto-Response-Suppress': 'DR, OOF, AutoReply' },
    { 'X-Autorespond': 'yes' },
    { Precedence: 'Bulk' },
    { 'List-Unsubscribe': '<mailto:sair@crm.example>', 'List-Unsubscribe-Post': 'One-Click' },
    { 'List-Id': '<lista.exemplo.com.br>' },
    { 'Return-Path': '<>' },
    { From: 'Mailer-Daemon@exemplo.com.br' },
  ])('is a person if %j is the only sign, whoever set it', async (headers) => {
    expect(await kindOf({ ...headers })).toBe('person');
    const answer = { To: 'outra@exemplo.net', 'In-Reply-To': ours, ...headers };
    expect(await kindOf(answer)).toBe('person');
  });

  it.each<[Record<string, string>, MailKind]>([
    [{ Precedence: 'Auto_Reply', 'X-Autoreply': 'yes' }, 'auto-reply'],
    [{ 'X-Auto-Response-Suppress': 'All', Subject: 'Resposta automática: Ajuda' }, 'auto-reply'],
    [{ 'List-Id': '<lista.exemplo.com.br>', Precedence: 'list' }, 'list'],
    [{ 'List-Unsubscribe': '<mailto:x@x.example>', Precedence: 'bulk' }, 'list'],
    [{ 'Return-Path': '<>', From: 'MAILER-DAEMON <mx@exemplo.com.br>' }, 'bounce'],
    [{ 'Return-Path': '<>', Subject: 'Undeliverable: Ajuda' }, 'bounce'],
    [{ From: 'nao-responda@loja.example', 'Return-Path': '<>' }, 'bounce'],
    [{ From: 'MAILER-DAEMON@mx.example', Subject: 'E-mail não entregue' }, 'bounce'],
    [{ From: 'no-reply@loja.example', 'X-Auto-Response-Suppress': 'All' }, 'auto-reply'],
    [{ 'Content-Type': 'multipart/report; boundary=b', 'Return-Path': '<>' }, 'bounce'],
    [{ To: 'a@a.net', 'List-Id': '<l.a.net>', 'X-Autorespond': 'yes' }, 'auto-reply'],
    // Nobody wrote to us.
    [{ To: 'lista@exemplo.net', 'List-Id': '<lista.exemplo.net>' }, 'list'],
    [{ To: 'lista@exemplo.net', 'X-Autorespond': 'yes' }, 'auto-reply'],
  ])('with %j is %s: two signs agree', async (headers, kind) => {
    expect(await kindOf(headers)).toBe(kind);
  });

  it.each(['X-Autoreply', 'X-Auto-Response-Suppress', 'X-Mail-Autoreply', 'X-Vacation'])(
    'is an auto-reply if nobody wrote to us and %s does not say no',
    async (name) => {
      const mail = (value: string) => kindOf({ To: 'outra@exemplo.net', [name]: value });
      expect(await mail('All')).toBe('auto-reply');
      for (const value of ['No', 'false', '0', 'none', ''])
        expect(await mail(value)).toBe('person');
    },
  );

  it.each([
    ['List-Id', '<lista.exemplo.net>'],
    ['List-Unsubscribe', '<mailto:sair@exemplo.net>'],
    ['Precedence', 'Bulk'],
    ['Feedback-ID', '1:2:3'],
    ['X-Campaign', 'natal'],
  ])('is that of a list if nobody wrote to us and it has %s: %s', async (name, value) => {
    expect(await kindOf({ To: 'outra@exemplo.net', [name]: value })).toBe('list');
  });

  it('is told by the subjects that programs write', async () => {
    for (const Subject of [
      'Auto-Reply: Ajuda',
      'Automatic reply: Ajuda',
      'Aw: Ausente',
      'Out of the office',
      'Em férias até dia 5',
      '[Autoreply] Ajuda',
    ]) {
      expect([Subject, await kindOf({ To: 'outra@exemplo.net', Subject })]).toContain('auto-reply');
    }
    for (const Subject of [
      'Delivery Status Notification',
      'Undelivered Mail',
      'Delayed Mail',
      'Message you sent to Ana',
      'Não entregue: Ajuda',
      'No se pudo entregar: Ajuda',
      'Mensagem devolvida',
    ]) {
      expect([Subject, await kindOf({ 'Return-Path': '<>', Subject })]).toContain('bounce');
    }
  });

  it('is a bounce from whoever is nobody, with a second sign', async () => {
    for (const name of ['no-reply', 'donotreply', 'não-responder']) {
      const headers = { From: `${name}@loja.example`, 'Return-Path': '<>' };
      expect([name, await kindOf(headers)]).toContain('bounce');
    }
    for (const From of ['Ana <no@loja.example>', 'casano-reply@loja.example'])
      expect(await kindOf({ From, 'Return-Path': '<>' })).toBe('person');
  });

  it('is a bounce if a daemon, however it is spelt, says what a server refused', async () => {
    for (const name of ['post_master', 'MAILERDAEMON', 'mail.delivery.subsystem']) {
      const headers = { From: `${name}@mx.example` };
      for (const refusal of [
        'Error below:\r\n550 - Requested action not taken: no such user',
        '550 5.1.1 no such user',
        'Oi.\r\nTranscript of session follows',
        'It could not be delivered to: ana',
      ]) {
        const { kind } = await readMail(aMail(headers, refusal));
        expect([name, refusal, kind]).toContain('bounce');
      }
      expect(await kindOf(headers)).toBe('person');
    }
  });

  it('is a person who writes through a form that nobody answers for, or about a refusal', async () => {
    const form = { From: 'no-reply@site.example', 'X-Auto-Response-Suppress': 'All' };
    expect(await kindOf({ ...form, 'Reply-To': 'ana@exemplo.com.br' })).toBe('person');
    const told = aMail({}, 'Meu provedor diz: 550 5.1.1 user unknown. O que faço?');
    expect((await readMail(told)).kind).toBe('person');
  });

  it.each([
    'Em férias, pausar a entrega',
    'Ausente até dia 10',
    'Vacation hold',
    'Out of office for a week, please pause',
  ])('is a person who asks in words of a holiday: %s', async (Subject) => {
    const headers = { Subject, 'X-Auto-Response-Suppress': 'OOF' };
    expect(await kindOf(headers)).toBe('person');
    expect(await kindOf({ ...headers, 'In-Reply-To': ours })).toBe('auto-reply');
  });

  it("classifies a mail to a group of ours as a person's", async () => {
    const group = {
      Precedence: 'list',
      'Mailing-List': 'list contato@leitor.example; contact contato+owners@leitor.example',
      'List-ID': '<contato.leitor.example>',
      'List-Unsubscribe': '<mailto:googlegroups-manage+1+unsubscribe@googlegroups.example>',
    };
    expect(await kindOf({ ...group, To: 'contato@leitor.example' })).toBe('person');
  });

  it('is a person behind a form of ours, whatever the form sets', async () => {
    const forms = { own: known.own, forms: ['site@formularios.example'] };
    const headers = {
      From: 'Site <site@formularios.example>',
      'Reply-To': 'site@formularios.example, Ana Lima <ana@exemplo.com.br>',
      'Auto-Submitted': 'auto-generated',
      Precedence: 'bulk',
    };
    expect(await read(aMail(headers), forms)).toMatchObject({
      kind: 'person',
      sender: { address: 'ana@exemplo.com.br', name: 'Ana Lima' },
    });
  });
});

describe('the sender of a mail', () => {
  const senderOf = async (headers: Record<string, string>) =>
    (await readMail(aMail(headers))).sender;

  it.each([
    ['ana.cortad@exem <ana@exemplo.com.br>', 'ana@exemplo.com.br', 'ana.cortad@exem'],
    ['"Lima, Ana (bia@outra.example)" <ana@x.com>', 'ana@x.com', 'Lima, Ana (bia@outra.example)'],
    ['Lima, Ana <ana@exemplo.com.br>', 'ana@exemplo.com.br', 'Lima, Ana'],
    ['pete(his account)@silly.example', 'pete@silly.example', undefined],
    [
      'Pete(A nice \\) chap) <pete(his account)@silly.example(his host)>',
      'pete@silly.example',
      'Pete',
    ],
    ['ana@exemplo.com.br (Ana Lima)', 'ana@exemplo.com.br', 'Ana Lima'],
    ['Ana <ana @ exemplo . com . br>', 'ana@exemplo.com.br', 'Ana'],
    [
      '=?utf-8?Q?ana@outra.example,?= <bia@exemplo.com.br>',
      'bia@exemplo.com.br',
      'ana@outra.example,',
    ],
    ['Ana "aspas <ana@exemplo.com.br>', 'ana@exemplo.com.br', 'Ana aspas'],
    ['<MAILTO:ana@exemplo.com.br>', 'ana@exemplo.com.br', undefined],
    ['Ana <ana@exemplo.com.br', 'ana@exemplo.com.br', 'Ana'],
    ['Ana <ana@x.com>, A. Lima <ANA@x.com>', 'ana@x.com', 'Ana'],
    ['<@rota.example:ana@x.com>', 'ana@x.com', undefined],
    ['"ana da lima"@x.com', '"ana da lima"@x.com', undefined],
    ['ana@x.com <ANA@x.com>', 'ana@x.com', undefined],
    ['Ana Lima <ana@x.com> (de férias: bia@x.com)', 'ana@x.com', 'Ana Lima'],
  ])('of %s is %s', async (From, address, name) => {
    expect(await senderOf({ From })).toEqual({ address, name });
  });

  it.each([
    ['an encoded word', 'X <=?utf-8?q?ana=40x.com?=>', 'no-sender'],
    ['an encoded word and the rest of an address', 'Ana <=?utf-8?q?ana?=@x.com>', 'no-sender'],
    ['a comment in a word', 'ana@lei(x)tora.example', 'no-sender'],
    ['a comment in a word in brackets', 'Ana <ana@lei(x(y)z)tora.example>', 'no-sender'],
    ['comments in comments in a word', 'ana@lei((((x))))tora.example', 'no-sender'],
    ['a comment before a dot', 'ana@lei(x) .tora.example', 'no-sender'],
    ['a quote in a word', 'ana@lei"tora.example', 'no-sender'],
    ['a control character', 'ana@lei\u0001tora.example', 'no-sender'],
    ['two addresses in brackets of one entry', 'Ana <ana@x.com> <bia@x.com>', 'ambiguous-sender'],
    ['two addresses in one pair of brackets', '<ana@x.com bia@x.com>', 'no-sender'],
    ['two bare addresses in one entry', 'ana@x.com ou bia@x.com', 'ambiguous-sender'],
    ['a group', 'Equipe: ana@exemplo.com.br;', 'no-sender'],
    ['a sender and a group', 'ana@x.com, Equipe: bia@x.com;', 'ambiguous-sender'],
    ['an encoded word beside a sender', 'ana@x.com, <=?utf-8?q?b=40x.com?=>', 'ambiguous-sender'],
  ])('is not taken from %s', async (_, From, reason) => {
    expect(await senderOf({ From })).toBe(reason);
  });

  it('is the one that Sender names, of several authors', async () => {
    const From = 'ana@exemplo.com.br, Bia <bia@exemplo.com.br>';
    expect(await senderOf({ From })).toBe('ambiguous-sender');
    expect(await senderOf({ From, Sender: 'bia@exemplo.com.br' })).toEqual({
      address: 'bia@exemplo.com.br',
      name: 'Bia',
    });
  });

  it.each<Record<string, string>>([
    { 'X-Original-From': 'Ana Lima <ana@exemplo.com.br>' },
    { 'X-Original-Sender': 'ana@exemplo.com.br' },
    { 'Reply-To': 'ana@exemplo.com.br' },
    { 'X-Original-From': 'ana@exemplo.com.br', 'Reply-To': 'bia@exemplo.com.br' },
    { 'X-Original-From': 'suporte@leitor.example', 'Reply-To': 'ana@exemplo.com.br' },
  ])('is who wrote to a group that rewrites it: %j', async (original) => {
    const From = "'Ana Lima' via Suporte <suporte@leitor.example>";
    const sender = { address: 'ana@exemplo.com.br', name: 'Ana Lima' };
    expect(await senderOf({ From, ...original })).toEqual(sender);
    expect(await kindOf({ From, ...original })).toBe('person');
    const group = {
      From: From.replace('suporte@', 'contato@'),
      'List-ID': '<contato.leitor.example>',
    };
    const posted = { From: group.From, 'List-Post': '<mailto:contato@leitor.example>' };
    expect(await senderOf({ ...posted, ...original })).toEqual(sender);
    expect(await senderOf({ ...group, ...original })).toEqual(sender);
  });

  it('is verified by what the mail server found of them, not of the group that rewrites them', async () => {
    const results = { 'Authentication-Results': 'mx; dmarc=pass' };
    const group = { From: 'suporte@leitor.example', 'Reply-To': 'ana@exemplo.com.br' };
    const isOf = async (headers: Record<string, string>) =>
      (await readMail(aMail({ ...headers, ...results }))).verified;
    expect([await isOf({}), await isOf(group)]).toEqual([true, false]);
  });

  it('has the name beside the words with which groups rewrite it, unless it has its own', async () => {
    const nameOf = async (From: string, name = '') => {
      const sent = { 'Reply-To': `${name} <ana@exemplo.com.br>` };
      const sender = await senderOf({ From: `${From} <suporte@leitor.example>`, ...sent });
      return typeof sender === 'object' ? sender.name : sender;
    };
    for (const via of ['via', 'por meio de', 'através de', 'mediante'])
      expect([via, await nameOf(`'Ana Lima' ${via} Suporte`)]).toEqual([via, 'Ana Lima']);
    expect(await nameOf('Ana Lima para Suporte')).toBeUndefined();
    expect(await nameOf("'Ana Lima' via Suporte", 'Ana')).toBe('Ana');
  });

  it.each([
    ['mx; dmarc=pass', 'ana@x.com', true],
    ['mx; dmarc=pass', 'grupo@leitor.example', false],
    ['mx; dmarc=none; spf=pass', 'ana@x.com', false],
    ['mx; dkim=pass header.d=x.com', 'grupo@leitor.example', true],
    ['mx; dkim=pass header.d=mail.x.com', 'ana@x.com', false],
    ['mx; dkim=pass (dmarc=pass) header.d=y.com; x="; dmarc=pass"', 'ana@x.com', false],
  ])('ana@x.com is verified by %s with the From %s: %s', (results, from, verified) => {
    expect(isVerified(results, { address: 'ana@x.com', from })).toBe(verified);
  });

  it('is found behind a byte order mark or empty lines, and whatever ends the lines', async () => {
    const mails = ['\ufeff', '\n\r\n'].map((start) => Buffer.from(`${start}${aMail()}`));
    for (const mail of [...mails, Buffer.from(`${aMail()}`.replaceAll('\r\n', '\r'))])
      expect((await readMail(mail)).sender).toMatchObject({ address: 'ana@exemplo.com.br' });
  });

  it('of a mail that answers by itself is a server if it says why it returns ours', async () => {
    const headers = { 'Auto-Submitted': 'auto-replied' };
    const returned = 'Message-ID: <ticket-1.message-2@leitor.example>';
    const kind = async (text: string) => (await readMail(aMail(headers, text))).kind;
    expect(await kind(returned)).toBe('auto-reply');
    expect(await kind(`${returned}\r\nreason: 550 unknown`)).toBe('bounce');
  });
});
