import { headed, parts, type Shape, text, without } from './building.ts';

const ignored = { outcome: 'ignored' } as const;
const quarantined = { outcome: 'quarantined' } as const;

/** Mails that no person wrote, or that cannot be read. */
export const otherShapes: Record<string, Shape> = {
  'an automatic reply': headed({ 'Auto-Submitted': 'auto-replied' }, ignored),
  'a mailing list': headed({ 'List-Id': '<lista.exemplo.com.br>', Precedence: 'list' }, ignored),
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
    // The bounce's Message-ID has no signature.
    ...quarantined,
  }),
  'our own mail, come back': headed({ From: 'Leitor <suporte@leitor.example>' }, ignored),
  'no sender': without('From', quarantined),
  'a sender that is none': headed({ From: 'ninguém' }, quarantined),
  nothing: ({ n }) => ({ raw: ' '.repeat(1 + n), ...quarantined }),
  'random bytes': ({ random }) => ({
    raw: Buffer.from(Array.from({ length: 5_000 }, () => 1 + Math.floor(random() * 254))),
    ...quarantined,
  }),
};
