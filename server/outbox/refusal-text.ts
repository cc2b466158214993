import { missingFile } from './files.ts';

/** Reasons by enhanced status code (RFC 3463), or by the server's text if there is none. */
const byStatus: readonly (readonly [RegExp, string])[] = [
  [/^\d\.1\.2$/, 'o domínio deste endereço não existe ou não recebe e-mails.'],
  [/^\d\.1\.[016]$/, 'este endereço não existe.'],
  [/^\d\.1\./, 'o endereço não é aceito.'],
  [/^\d\.2\.1$/, 'esta caixa está desativada.'],
  [/^\d\.2\.2$/, 'a caixa está cheia.'],
  [/^\d\.(2\.3|3\.4)$/, 'o e-mail é grande demais.'],
  [/^\d\.4\./, 'o servidor do endereço não respondeu.'],
  [/^\d\.7\./, 'o servidor não aceita e-mails nossos.'],
];

const byReply: readonly (readonly [RegExp, string])[] = [
  [/\b552\b|message (is )?too (large|big)|exceeds? .*size/i, 'o e-mail é grande demais.'],
  [/mailbox (is )?full|over ?quota|quota exceeded/i, 'a caixa está cheia.'],
  [/\b(spam|blocked|blacklist|policy|dmarc|spf)\b/i, 'o servidor não aceita e-mails nossos.'],
  [/domain|host.*not found|\bmx\b/i, 'o domínio deste endereço não existe ou não recebe e-mails.'],
  [/\b55[0134]\b|unknown|no such|does not exist|invalid recipient/i, 'este endereço não existe.'],
  [/\b4\d\d\b|timed? ?out|econn|edns|esocket/i, 'o servidor do endereço não respondeu.'],
];

/** Returns why a mail was refused, in Portuguese for agents; the outbox stores the server's text. */
export const refusalText = (reason: string): string => {
  if (reason === missingFile) return 'um dos seus arquivos foi excluído.';
  const [status = ''] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(reason) ?? [];
  const known = byStatus.find(([pattern]) => pattern.test(status));
  const found = known ?? byReply.find(([pattern]) => pattern.test(reason));
  return found?.[1] ?? 'o servidor do endereço não o aceitou.';
};
