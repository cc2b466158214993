import { parts, plain, type Shape, text } from './building.ts';

/** Mails that are from no person, or that nothing can be made of. */
export const otherShapes: Record<string, Shape> = {
  'an automatic reply': (seed) => ({
    raw: plain(seed, seed.mark, { 'Auto-Submitted': 'auto-replied' }),
    outcome: 'ignored',
  }),
  'a note of absence': (seed) => ({
    raw: plain(seed, seed.mark, { Precedence: 'auto_reply', 'X-Autoreply': 'yes' }),
    outcome: 'ignored',
  }),
  'a mailing list': (seed) => ({
    raw: plain(seed, seed.mark, { 'List-Id': '<lista.exemplo.com.br>', Precedence: 'list' }),
    outcome: 'ignored',
  }),
  'a bounce': (seed) => ({
    raw: parts(
      seed,
      'multipart/report; report-type=delivery-status',
      [
        text('Não entregue.'),
        'Content-Type: message/delivery-status\r\n\r\nAction: failed\r\nDiagnostic-Code: smtp; 550',
        'Content-Type: message/rfc822\r\n\r\nMessage-ID: <ticket-1.message-1@leitor.example>',
      ],
      { more: { From: 'MAILER-DAEMON@exemplo.com.br', 'Return-Path': '<>' } },
    ),
    // Its Message-ID has no signature.
    outcome: 'quarantined',
  }),
  'a receipt of reading': (seed) => ({
    raw: parts(seed, 'multipart/report; report-type=disposition-notification', [
      text(seed.mark),
      'Content-Type: message/disposition-notification\r\n\r\nDisposition: automatic-action',
    ]),
    outcome: 'ignored',
  }),
  'our own mail, come back': (seed) => ({
    raw: plain(seed, seed.mark, { From: 'Leitor <suporte@leitor.example>' }),
    outcome: 'ignored',
  }),
  'no sender': (seed) => ({
    raw: plain(seed, seed.mark).replace(/^From:.*\r\n/m, ''),
    outcome: 'quarantined',
  }),
  'a sender that is none': (seed) => ({
    raw: plain(seed, seed.mark, { From: 'ninguém' }),
    outcome: 'quarantined',
  }),
  nothing: ({ n }) => ({ raw: ' '.repeat(1 + n), outcome: 'quarantined' }),
  'random bytes': ({ random }) => ({
    raw: Buffer.from(Array.from({ length: 5_000 }, () => 1 + Math.floor(random() * 254))),
    outcome: 'quarantined',
  }),
};
