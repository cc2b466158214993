import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readAndFold } from './reading.ts';

const reenviamos = expect.stringContaining('Reenviamos');
const from = (address: string) => ({ kind: 'person', sender: { address } });
const withFile = (name: string, type: string) => ({ attachments: [{ name, type }] });

it.each<[string, object]>([
  ['mail-01-x-auto-response-suppress', from('um@leitora.example')],
  ['mail-02-x-autoreply-no', from('um@leitora.example')],
  ['mail-03-list-unsubscribe-person', from('um@leitora.example')],
  ['mail-04-google-group', from('um@leitora.example')],
  ['mail-06-display-name-is-other-address', from('um.cortado@leitora.example')],
  ['mail-07-from-twice-identical', from('um@leitora.example')],
  ['mail-10-return-path-null-person', from('um@leitora.example')],
  ['charset-01-subject-raw-latin1', { subject: 'Formação e edição' }],
  ['charset-03-body-latin1-no-charset', { text: 'A edição não chegou, João.' }],
  ['charset-06-body-utf8-declared-latin1', { text: 'A edição não chegou.' }],
  ['charset-08-iso-2022-jp-without-charset', { text: 'こんにちは' }],
  ['charset-09-emoji-cut-in-half', { subject: 'a'.repeat(249) }],
  ['fold-01-rule-of-dashes', { visible: expect.stringContaining('Segundo'), folded: undefined }],
  ['fold-02-de-para-data', { visible: expect.stringContaining('Podem'), folded: undefined }],
  ['fold-05-samsung-one-line', { visible: 'Chegou!', folded: reenviamos }],
  ['fold-06-proton-and-zoho', { visible: 'Chegou!', folded: reenviamos }],
  ['html-01-table-cells-glued', { text: 'Nome\tLeitora Um\nPedido\t123' }],
  ['lost-01-forward-as-attachment', { text: expect.stringMatching(/loja@loja[\s\S]*29 reais$/) }],
  ['lost-02-att00001-htm', { text: 'Antes da foto.\n\nDepois da foto.' }],
  ['lost-03-plain-part-is-a-stub', { text: 'A edição de ontem não chegou.' }],
  ['lost-04-content-type-without-subtype', { text: 'Corpo simples.' }],
  ['type-06-image-without-name', withFile('anexo.png', 'image/png')],
])('%s is read as a person means it', async (name, expected) => {
  const raw = readFileSync(new URL(`./cases/${name}.eml`, import.meta.url));
  expect(await readAndFold(raw)).toMatchObject(expected);
});
