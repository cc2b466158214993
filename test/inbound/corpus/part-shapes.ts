import { beside, file, forwarded, headed, type Shape, saying } from './building.ts';

const noMark = { holds: undefined };

/** Shapes of mails with several parts. */
export const partShapes: Record<string, Shape> = {
  'no closing boundary': beside(() => [], false),
  'a boundary that never appears': headed(
    { 'Content-Type': 'multipart/mixed; boundary=outro' },
    noMark,
  ),
  'multipart without a boundary': headed({ 'Content-Type': 'multipart/alternative' }, noMark),
  'a Content-Type of nonsense': headed({ 'Content-Type': ';;;/"; charset="' }, noMark),
  'three thousand empty parts': (seed) => ({
    ...beside(() => Array<string>(3_000).fill(''))(seed),
    outcome: 'quarantined',
  }),
  'a forward inside forwards': beside(
    (seed) => `Content-Type: message/rfc822\r\n\r\n${forwarded(seed, 8)}`,
  ),
  'a forward without an end': beside(
    (seed) => `Content-Type: message/rfc822\r\n\r\n${forwarded(seed, 1)}`,
    false,
  ),
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
  'an attachment whose name has a path': beside(() =>
    file('text/plain', '../../etc/passwd', Buffer.from('conteúdo')),
  ),
  'an attachment whose name is long and encoded': beside(
    () =>
      `Content-Type: text/plain; name="=?utf-8?Q?${'=C3=A7'.repeat(300)}?="\r\nContent-Disposition: attachment; filename*0*=utf-8''${'%C3%A7'.repeat(100)}; filename*1=".txt"\r\n\r\nconteúdo`,
  ),
  'uuencode in the text': saying((mark) => `${mark}\r\nbegin 644 nota.txt\r\n#0V%T\r\n\`\r\nend`),
};
