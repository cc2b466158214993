import {
  after,
  base64,
  encoded,
  eol,
  headed,
  headersOf,
  parts,
  plain,
  type Shape,
  saying,
  text,
  without,
} from './building.ts';

const html = { 'Content-Type': 'text/html; charset=utf-8' };
const noText = { holds: '(sem texto)' };

/** Headers, charsets and texts. */
export const textShapes: Record<string, Shape> = {
  plain: headed({}),
  'bare line feeds': (seed) => ({ raw: plain(seed).replaceAll(eol, '\n') }),
  'bare carriage returns': saying((mark) => `a\rb\r${mark}`),
  'no body': (seed) => ({ raw: `${headersOf(seed)}\r\n`, ...noText }),
  'no blank line after the headers': (seed) => ({ raw: headersOf(seed), ...noText }),
  'no Message-ID': without('Message-ID'),
  'an empty Message-ID': headed({ 'Message-ID': '' }),
  'a Message-ID without an end': headed(({ n }) => ({
    'Message-ID': `<${'x'.repeat(3_000)}${n}`,
  })),
  'no subject': without('Subject'),
  'a subject of 20 000 characters': headed({ Subject: `assunto ${'longo '.repeat(3_333)}` }),
  'a subject of broken encoded words': headed({
    Subject: '=?utf-8?B?4pyT?= =?utf-8?Q?=E7=?= =?x?Z?a?= =?utf-8?B?///?',
  }),
  'an encoded word cut inside a character': headed({
    Subject: '=?utf-8?B?QcOn?= =?utf-8?B?w6M=?= =?utf-8?B?w?=',
  }),
  'a subject with control and direction characters': headed({
    Subject: 'a\u0000b\u0007c\u202ed',
  }),
  'ISO-8859-1': (seed) => ({
    ...encoded('iso-8859-1', ({ mark }) => Buffer.from(`atenção ${mark}`, 'latin1'))(seed),
    holds: `atenção ${seed.mark}`,
  }),
  'Windows-1252 named as ASCII': encoded('us-ascii', ({ mark }) =>
    Buffer.from(`ação ${mark}`, 'latin1'),
  ),
  'an unknown charset': encoded('x-inventado', ({ mark }) => Buffer.from(mark)),
  'UTF-16': saying((mark) => base64(Buffer.from(mark, 'utf16le')), {
    'Content-Type': 'text/plain; charset=utf-16le',
    'Content-Transfer-Encoding': 'base64',
  }),
  'ISO-2022-JP': encoded('iso-2022-jp', ({ mark }) =>
    Buffer.from(`\u001b$B$3$s\u001b(B ${mark}`, 'latin1'),
  ),
  'GB18030 and invalid bytes': encoded('gb18030', ({ mark }) =>
    Buffer.concat([Buffer.from([0xff, 0xfe, 0x81]), Buffer.from(` ${mark}`)]),
  ),
  'random bytes as UTF-8': encoded('utf-8', ({ mark, random }) =>
    Buffer.concat([
      Buffer.from(`${mark}\r\n`),
      Buffer.from(Array.from({ length: 2_000 }, () => Math.floor(random() * 255) + 1)),
    ]),
  ),
  'HTML alone': saying((mark) => `<style>p{}</style><p>${mark}</p><script>x</script>`, html),
  'HTML nested a thousand deep': saying(
    (mark) => `<p>${mark}</p>${'<div>'.repeat(1_000)}fundo`,
    html,
  ),
  'text and HTML': (seed) => ({
    raw: parts(seed, 'multipart/alternative', [
      text(seed.mark),
      `Content-Type: text/html\r\n\r\n<p>outra</p>`,
    ]),
  }),
  'quoted-printable with bad escapes': saying((mark) => `=ZZ =E7=C3 ${mark} =`, {
    'Content-Transfer-Encoding': 'quoted-printable',
  }),
  'base64 with noise, cut short': saying((mark) => `${base64(Buffer.from(`${mark} fim`))}!!*%`, {
    'Content-Transfer-Encoding': 'base64',
  }),
  'format=flowed': saying((mark) => `uma linha \r\nque continua ${mark}`, {
    'Content-Type': 'text/plain; charset=utf-8; format=flowed; delsp=yes',
  }),
  'quoted history and a signature': saying(
    (mark) =>
      `${mark}\r\n\r\n-- \r\nLeitor\r\n\r\nEm ter., 10 de mar. de 2026 às 11:30, Leitor <suporte@leitor.example> escreveu:\r\n> texto citado`,
  ),
  'quotes alone': saying((mark) => `> ${mark}\r\n> citado`),
  'ten thousand quoted lines': saying(
    (mark) => `${mark}\r\n${`> > > citado${eol}`.repeat(10_000)}`,
  ),
  'a line without end': saying((mark) => `${mark} ${'x'.repeat(1_500_000)}`),
  'five thousand lines of dashes': saying((mark) => `${mark}\r\n${`-----${eol}`.repeat(5_000)}`),
  'five thousand headers': after(Array.from({ length: 5_000 }, (_, i) => `X-H${i}: v`).join(eol)),
  'a header of a megabyte': after(`X-Long: ${'y'.repeat(1_000_000)}`, { outcome: 'quarantined' }),
  'headers that are none': after('isto nem é cabeçalho\r\n: vazio'),
  'a folded header that begins with space': headed({
    Subject: `dobrado\r\n\t em duas\r\n  linhas`,
  }),
  'a date that is none': headed({ Date: 'ontem, 25:99' }),
  'references without end': headed({
    References: Array.from({ length: 5_000 }, (_, i) => `<r${i}@exemplo.com.br>`).join(' '),
  }),
  'references to tickets that are not theirs': headed({
    'In-Reply-To': '<ticket-1.message-1@leitor.example>',
    References: '<ticket-99999999999@leitor.example> <ticket-0@leitor.example>',
  }),
  'Reply-To that is badly encoded': headed({ 'Reply-To': '=?utf-8?Q?=22?= <a@b@c>, =?x?Q?<?=' }),
  'groups and many recipients': headed({
    To: `todos: ${Array.from({ length: 500 }, (_, i) => `p${i}@exemplo.com.br`).join(', ')};`,
  }),
  'a sender in capitals with a quoted name': headed(({ n }) => ({
    From: `"Le\\"itor, ${n}" <LEITOR${n}@EXEMPLO.COM.BR>`,
  })),
  'two senders': headed(
    ({ n }) => ({ From: `leitor${n}@exemplo.com.br, outro${n}@exemplo.com.br` }),
    { outcome: 'quarantined' },
  ),
};
