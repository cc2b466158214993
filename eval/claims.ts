import { messageText } from '../server/markup/text.ts';
import { linkTargetsOf } from '../server/replies/links.ts';

const maxLength = 100_000;
const number = /\d+(?:[.,:/]\d+)*/g;
const months =
  'janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro';
const dated = new RegExp(`\\b(\\d{1,2})º? de (${months})\\b`, 'giu');
const spelled =
  /\b(?:dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|quinze|vinte|trinta|sessenta|noventa) (?:minutos?|horas?|dias?|semanas?|meses|anos?|faturas?)\b/giu;

const facts = (text: string): string[] => [
  ...(text.match(number) ?? []).map((found) => found.replaceAll(/[.,]/g, '')),
  ...[...text.matchAll(dated)].map(([found]) => found.toLowerCase()),
  ...(text.match(spelled) ?? []).map((found) => found.toLowerCase()),
];

/** The numbers, dates, periods and links of a reply that are not in what the model was given. */
export const unsupportedFacts = (html: string, given: readonly string[]): string[] => {
  const known = given.map((text) => messageText(text, maxLength));
  const numbers = new Set(known.flatMap(facts));
  const text = known.join('\n').toLowerCase();
  const targets = new Set(given.flatMap((one) => [...linkTargetsOf(one)]));
  return [
    ...facts(messageText(html, maxLength)).filter((fact) => !numbers.has(fact)),
    ...[...linkTargetsOf(html)].filter(
      (target) => !targets.has(target) && !text.includes(target.toLowerCase()),
    ),
  ];
};

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}@]/gu, '');

/** The forbidden texts that a reply holds, however they are spaced and punctuated. */
export const forbiddenIn = (html: string, forbidden: readonly string[]): string[] => {
  const found = plain(html);
  return forbidden.filter((text) => found.includes(plain(text)));
};
