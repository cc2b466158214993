import {
  after,
  base64,
  encoded,
  eol,
  headed,
  headersOf,
  parts,
  type Shape,
  saying,
  text,
  without,
} from './building.ts';

const html = { 'Content-Type': 'text/html; charset=utf-8' };
const noText = { holds: '(sem texto)' };

/** Shapes of mails with unusual headers, charsets and texts. */
export const textShapes: Record<string, Shape> = {
  plain: headed({}),
  'bare carriage returns': saying((mark) => `a\rb\r${mark}`),
  'no body': (seed) => ({ raw: `${headersOf(seed)}\r\n`, ...noText }),
  'no blank line after the headers': (seed) => ({ raw: headersOf(seed), ...noText }),
  'no Message-ID': without('Message-ID'),
  'a Message-ID without an end': headed(({ n }) => ({
    'Message-ID': `<${'x'.repeat(3_000)}${n}`,
  })),
  'no subject': without('Subject'),
  'a subject of broken encoded words': headed({
    Subject: '=?utf-8?B?4pyT?= =?utf-8?Q?=E7=?= =?x?Z?a?= =?utf-8?B?///?',
  }),
  'an encoded word cut inside a character': headed({
    Subject: '=?utf-8?B?QcOn?= =?utf-8?B?w6M=?= =?utf-8?B?w?=',
  }),
  'ISO-8859-1': (seed) => ({
    ...encoded('iso-8859-1', ({ mark }) => Buffer.from(`atenção ${mark}`, 'latin1'))(seed),
    holds: `atenção ${seed.mark}`,
  }),
  'an unknown charset': encoded('x-inventado', ({ mark }) => Buffer.from(mark)),
  'UTF-16': saying((mark) => base64(Buffer.from(mark, 'utf16le')), {
    'Content-Type': 'text/plain; charset=utf-16le',
    'Content-Transfer-Encoding': 'base64',
  }),
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
  'quoted history and a signature': saying(
    (mark) =>
      `${mark}\r\n\r\n-- \r\nLeitor\r\n\r\nEm ter., 10 de mar. de 2026 às 11:30, Leitor <suporte@leitor.example> escreveu:\r\n> texto citado`,
  ),
  'ten thousand quoted lines': saying(
    (mark) => `${mark}\r\n${`> > > citado${eol}`.repeat(10_000)}`,
  ),
  'a line without end': saying((mark) => `${mark} ${'x'.repeat(1_500_000)}`),
  'five thousand headers': after(Array.from({ length: 5_000 }, (_, i) => `X-H${i}: v`).join(eol)),
  'a header of a megabyte': after(`X-Long: ${'y'.repeat(1_000_000)}`, { outcome: 'quarantined' }),
  'headers that are none': after('isto nem é cabeçalho\r\n: vazio'),
  'references without end': headed({
    References: Array.from({ length: 5_000 }, (_, i) => `<r${i}@exemplo.com.br>`).join(' '),
  }),
  'references to tickets that are not theirs': headed({
    'In-Reply-To': '<ticket-1.message-1@leitor.example>',
    References: '<ticket-99999999999@leitor.example> <ticket-0@leitor.example>',
  }),
  'Reply-To that is badly encoded': headed({ 'Reply-To': '=?utf-8?Q?=22?= <a@b@c>, =?x?Q?<?=' }),
  'a sender in capitals with a quoted name': headed(({ n }) => ({
    From: `"Le\\"itor, ${n}" <LEITOR${n}@EXEMPLO.COM.BR>`,
  })),
  'two senders': headed(
    ({ n }) => ({ From: `leitor${n}@exemplo.com.br, outro${n}@exemplo.com.br` }),
    { outcome: 'quarantined' },
  ),
};
