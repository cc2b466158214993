import { describe, expect, it } from 'vitest';
import { refusalText } from '../../server/outbox/refusal-text.ts';

const texts = {
  domain: 'o domínio deste endereço não existe ou não recebe e-mails.',
  unknown: 'este endereço não existe.',
  address: 'o endereço não é aceito.',
  disabled: 'esta caixa está desativada.',
  full: 'a caixa está cheia.',
  large: 'o e-mail é grande demais.',
  silent: 'o servidor do endereço não respondeu.',
  unwanted: 'o servidor não aceita e-mails nossos.',
  other: 'o servidor do endereço não o aceitou.',
};

describe('why a mail was refused', () => {
  it.each<[keyof typeof texts, ...string[]]>([
    ['domain', '5.1.2', '4.1.2'],
    ['unknown', '5.1.0', '5.1.1', '5.1.6'],
    ['address', '5.1.3', '5.1.10', '5.1.20'],
    ['disabled', '5.2.1'],
    ['full', '4.2.2'],
    ['large', '5.2.3', '5.3.4'],
    ['silent', '4.4.1', '5.4.7'],
    ['unwanted', '5.7.1', '4.7.26'],
    ['other', '5.2.0', '5.3.0', '5.5.1', '15.1.1'],
  ])('is "%s" by the codes %s', (name, ...codes) => {
    // Its words are of something else.
    for (const code of codes) expect(refusalText(`${code} recusado`)).toBe(texts[name]);
  });

  it.each<[keyof typeof texts, ...string[]]>([
    ['large', '552 no', 'message too big', 'It exceeds the size'],
    ['full', 'Mailbox is full', 'overquota', 'Quota exceeded'],
    ['unwanted', 'looks like spam', 'by policy', 'DMARC'],
    ['domain', 'no such domain', 'host a.example not found', 'no MX'],
    ['unknown', '550 no', '554 no', 'unknown user', 'the user does not exist'],
    ['silent', '421 no', 'timed out', 'ECONNREFUSED'],
    ['other', '', '500 no', '555 no', 'spammer', '5 521 042'],
  ])('is "%s" by the words %s', (name, ...reasons) => {
    for (const reason of reasons)
      expect([reason, refusalText(reason)]).toEqual([reason, texts[name]]);
  });

  it('prefers the status code to the words of a refusal', () => {
    expect(refusalText('552 5.1.1 spam')).toBe(texts.unknown);
    expect(refusalText('552 5.9.9 spam')).toBe(texts.large);
    expect(refusalText('550 blocked by policy')).toBe(texts.unwanted);
    expect(refusalText('421 unknown host')).toBe(texts.unknown);
  });
});
