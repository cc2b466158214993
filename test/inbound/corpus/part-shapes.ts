import { beside, file, forwarded, parts, plain, type Shape, text } from './building.ts';

/** Parts of mails. */
export const partShapes: Record<string, Shape> = {
  'no closing boundary': (seed) => ({
    raw: parts(seed, 'multipart/mixed', [text(seed.mark)], { end: false }),
  }),
  'a closing boundary without its dashes': (seed) => ({
    raw: `${parts(seed, 'multipart/mixed', [text(seed.mark)], { end: false })}\r\n--b-${seed.n}\r\n`,
  }),
  'a boundary that never appears': (seed) => ({
    raw: plain(seed, seed.mark, { 'Content-Type': 'multipart/mixed; boundary=outro' }),
    holds: undefined,
  }),
  'multipart without a boundary': (seed) => ({
    raw: plain(seed, seed.mark, { 'Content-Type': 'multipart/alternative' }),
    holds: undefined,
  }),
  'a Content-Type of nonsense': (seed) => ({
    raw: plain(seed, seed.mark, { 'Content-Type': ';;;/"; charset="' }),
    holds: undefined,
  }),
  'a hundred empty parts': (seed) => ({
    raw: parts(seed, 'multipart/mixed', [text(seed.mark), ...Array<string>(100).fill('')]),
  }),
  'three thousand empty parts': (seed) => ({
    raw: parts(seed, 'multipart/mixed', [text(seed.mark), ...Array<string>(3_000).fill('')]),
    outcome: 'quarantined',
  }),
  'a forward inside forwards': (seed) => ({
    raw: parts(seed, 'multipart/mixed', [
      text(seed.mark),
      `Content-Type: message/rfc822\r\n\r\n${forwarded(seed, 8)}`,
    ]),
  }),
  'a forward of headers alone': beside(
    () => 'Content-Type: message/rfc822\r\n\r\nSubject: só cabeçalho',
  ),
  'a forward without an end': (seed) => ({
    raw: parts(
      seed,
      'multipart/mixed',
      [text(seed.mark), `Content-Type: message/rfc822\r\n\r\n${forwarded(seed, 1)}`],
      { end: false },
    ),
  }),
  'winmail.dat': beside(({ n }) =>
    file('application/ms-tnef', 'winmail.dat', Buffer.from([0x78, 0x9f, 0x3e, 0x22, n % 256, 0])),
  ),
  'an invitation': beside(
    ({ n }) =>
      `Content-Type: text/calendar; method=REQUEST; charset=utf-8\r\n\r\nBEGIN:VCALENDAR\r\nUID:${n}\r\nEND:VCALENDAR`,
  ),
  'an S/MIME signature': beside(() =>
    file('application/pkcs7-signature', 'smime.p7s', Buffer.from('assinatura')),
  ),
  'an attachment without a name': beside(
    () => `Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\nAAEC`,
  ),
  'an attachment whose name has a path': beside(() =>
    file('text/plain', '../../etc/passwd', Buffer.from('conteúdo')),
  ),
  'an attachment whose name is long and encoded': beside(
    () =>
      `Content-Type: text/plain; name="=?utf-8?Q?${'=C3=A7'.repeat(300)}?="\r\nContent-Disposition: attachment; filename*0*=utf-8''${'%C3%A7'.repeat(100)}; filename*1=".txt"\r\n\r\nconteúdo`,
  ),
  'a text attachment': beside(({ n }) => file('text/plain', 'nota.txt', Buffer.from(`nota ${n}`))),
  'uuencode in the text': (seed) => ({
    raw: plain(seed, `${seed.mark}\r\nbegin 644 nota.txt\r\n#0V%T\r\n\`\r\nend`),
  }),
  yEnc: (seed) => ({
    raw: plain(seed, `${seed.mark}\r\n=ybegin line=128 size=3 name=a.bin\r\n***\r\n=yend size=3`),
  }),
};
