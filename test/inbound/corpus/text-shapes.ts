import { base64, bytesIn, eol, headersOf, parts, plain, type Shape, text } from './building.ts';

/** Headers, charsets and texts. */
export const textShapes: Record<string, Shape> = {
  plain: (seed) => ({ raw: plain(seed, seed.mark) }),
  'bare line feeds': (seed) => ({ raw: plain(seed, seed.mark).replaceAll(eol, '\n') }),
  'bare carriage returns': (seed) => ({ raw: plain(seed, `a\rb\r${seed.mark}`) }),
  'no body': (seed) => ({ raw: `${headersOf(seed)}\r\n`, holds: '(sem texto)' }),
  'no blank line after the headers': (seed) => ({ raw: headersOf(seed), holds: '(sem texto)' }),
  'no Message-ID': (seed) => ({
    raw: plain(seed, seed.mark).replace(/^Message-ID:.*\r\n/m, ''),
  }),
  'an empty Message-ID': (seed) => ({ raw: plain(seed, seed.mark, { 'Message-ID': '' }) }),
  'a Message-ID without an end': (seed) => ({
    raw: plain(seed, seed.mark, { 'Message-ID': `<${'x'.repeat(3_000)}${seed.n}` }),
  }),
  'no subject': (seed) => ({ raw: plain(seed, seed.mark).replace(/^Subject:.*\r\n/m, '') }),
  'a subject of 20 000 characters': (seed) => ({
    raw: plain(seed, seed.mark, { Subject: `assunto ${'longo '.repeat(3_333)}` }),
  }),
  'a subject of broken encoded words': (seed) => ({
    raw: plain(seed, seed.mark, {
      Subject: '=?utf-8?B?4pyT?= =?utf-8?Q?=E7=?= =?x?Z?a?= =?utf-8?B?///?',
    }),
  }),
  'an encoded word cut inside a character': (seed) => ({
    raw: plain(seed, seed.mark, { Subject: '=?utf-8?B?QcOn?= =?utf-8?B?w6M=?= =?utf-8?B?w?=' }),
  }),
  'a subject with control and direction characters': (seed) => ({
    raw: plain(seed, seed.mark, { Subject: 'a\u0000b\u0007c\u202ed' }),
  }),
  'ISO-8859-1': (seed) => ({
    raw: bytesIn(seed, 'iso-8859-1', Buffer.from(`atenção ${seed.mark}`, 'latin1')),
    holds: `atenção ${seed.mark}`,
  }),
  'Windows-1252 named as ASCII': (seed) => ({
    raw: bytesIn(seed, 'us-ascii', Buffer.from(`ação ${seed.mark}`, 'latin1')),
  }),
  'an unknown charset': (seed) => ({ raw: bytesIn(seed, 'x-inventado', Buffer.from(seed.mark)) }),
  'UTF-16': (seed) => ({
    raw: plain(seed, base64(Buffer.from(seed.mark, 'utf16le')), {
      'Content-Type': 'text/plain; charset=utf-16le',
      'Content-Transfer-Encoding': 'base64',
    }),
  }),
  'ISO-2022-JP': (seed) => ({
    raw: bytesIn(seed, 'iso-2022-jp', Buffer.from(`\u001b$B$3$s\u001b(B ${seed.mark}`, 'latin1')),
  }),
  'GB18030 and invalid bytes': (seed) => ({
    raw: bytesIn(
      seed,
      'gb18030',
      Buffer.concat([Buffer.from([0xff, 0xfe, 0x81]), Buffer.from(` ${seed.mark}`)]),
    ),
  }),
  'random bytes as UTF-8': (seed) => ({
    raw: bytesIn(
      seed,
      'utf-8',
      Buffer.concat([
        Buffer.from(`${seed.mark}\r\n`),
        Buffer.from(Array.from({ length: 2_000 }, () => Math.floor(seed.random() * 255) + 1)),
      ]),
    ),
  }),
  'HTML alone': (seed) => ({
    raw: plain(seed, `<style>p{}</style><p>${seed.mark}</p><script>x</script>`, {
      'Content-Type': 'text/html; charset=utf-8',
    }),
  }),
  'HTML nested a thousand deep': (seed) => ({
    raw: plain(seed, `<p>${seed.mark}</p>${'<div>'.repeat(1_000)}fundo`, {
      'Content-Type': 'text/html; charset=utf-8',
    }),
  }),
  'text and HTML': (seed) => ({
    raw: parts(seed, 'multipart/alternative', [
      text(seed.mark),
      `Content-Type: text/html\r\n\r\n<p>outra</p>`,
    ]),
  }),
  'quoted-printable with bad escapes': (seed) => ({
    raw: plain(seed, `=ZZ =E7=C3 ${seed.mark} =`, {
      'Content-Transfer-Encoding': 'quoted-printable',
    }),
  }),
  'base64 with noise, cut short': (seed) => ({
    raw: plain(seed, `${base64(Buffer.from(`${seed.mark} fim`))}!!*%`, {
      'Content-Transfer-Encoding': 'base64',
    }),
  }),
  'format=flowed': (seed) => ({
    raw: plain(seed, `uma linha \r\nque continua ${seed.mark}`, {
      'Content-Type': 'text/plain; charset=utf-8; format=flowed; delsp=yes',
    }),
  }),
  'quoted history and a signature': (seed) => ({
    raw: plain(
      seed,
      `${seed.mark}\r\n\r\n-- \r\nLeitor\r\n\r\nEm ter., 10 de mar. de 2026 às 11:30, Leitor <suporte@leitor.example> escreveu:\r\n> texto citado`,
    ),
  }),
  'quotes alone': (seed) => ({ raw: plain(seed, `> ${seed.mark}\r\n> citado`) }),
  'ten thousand quoted lines': (seed) => ({
    raw: plain(seed, `${seed.mark}\r\n${`> > > citado${eol}`.repeat(10_000)}`),
  }),
  'a line without end': (seed) => ({ raw: plain(seed, `${seed.mark} ${'x'.repeat(1_500_000)}`) }),
  'five thousand lines of dashes': (seed) => ({
    raw: plain(seed, `${seed.mark}\r\n${`-----${eol}`.repeat(5_000)}`),
  }),
  'five thousand headers': (seed) => ({
    raw: `${Array.from({ length: 5_000 }, (_, i) => `X-H${i}: v`).join(eol)}\r\n${plain(seed, seed.mark)}`,
  }),
  'a header of a megabyte': (seed) => ({
    raw: `X-Long: ${'y'.repeat(1_000_000)}\r\n${plain(seed, seed.mark)}`,
  }),
  'headers that are none': (seed) => ({
    raw: `isto nem é cabeçalho\r\n: vazio\r\n${plain(seed, seed.mark)}`,
  }),
  'a folded header that begins with space': (seed) => ({
    raw: plain(seed, seed.mark, { Subject: `dobrado\r\n\t em duas\r\n  linhas` }),
  }),
  'a date that is none': (seed) => ({ raw: plain(seed, seed.mark, { Date: 'ontem, 25:99' }) }),
  'references without end': (seed) => ({
    raw: plain(seed, seed.mark, {
      References: Array.from({ length: 5_000 }, (_, i) => `<r${i}@exemplo.com.br>`).join(' '),
    }),
  }),
  'references to tickets that are not theirs': (seed) => ({
    raw: plain(seed, seed.mark, {
      'In-Reply-To': '<ticket-1.message-1@leitor.example>',
      References: '<ticket-99999999999@leitor.example> <ticket-0@leitor.example>',
    }),
  }),
  'Reply-To that is badly encoded': (seed) => ({
    raw: plain(seed, seed.mark, { 'Reply-To': '=?utf-8?Q?=22?= <a@b@c>, =?x?Q?<?=' }),
  }),
  'groups and many recipients': (seed) => ({
    raw: plain(seed, seed.mark, {
      To: `todos: ${Array.from({ length: 500 }, (_, i) => `p${i}@exemplo.com.br`).join(', ')};`,
    }),
  }),
  'a sender in capitals with a quoted name': (seed) => ({
    raw: plain(seed, seed.mark, {
      From: `"Le\\"itor, ${seed.n}" <LEITOR${seed.n}@EXEMPLO.COM.BR>`,
    }),
  }),
  'two senders': (seed) => ({
    raw: plain(seed, seed.mark, {
      From: `leitor${seed.n}@exemplo.com.br, outro${seed.n}@exemplo.com.br`,
    }),
    outcome: 'quarantined',
  }),
};
