import { describe, expect, it } from 'vitest';
import { forbiddenIn, unsupportedFacts } from '../../eval/claims.ts';

describe('the facts of a reply', () => {
  const given = [
    'O reembolso vale por sete dias. O valor de R$ 1.299,90 volta até 5 de maio. Veja https://exemplo.com.br/ajuda',
  ];

  it.each([
    ['<p>Você tem sete dias para pedir.</p>', []],
    ['<p>Devolvemos R$ 1.299,90 até 5 de maio.</p>', []],
    ['<p>Veja <a href="https://exemplo.com.br/ajuda">aqui</a>.</p>', []],
    ['<p>Você tem dez dias.</p>', ['dez dias']],
    ['<p>Devolvemos R$ 1.399,90.</p>', ['139990']],
    ['<p>Até 6 de maio.</p>', ['6', '6 de maio']],
    ['<p>Veja <a href="https://outro.example/">aqui</a>.</p>', ['outro.example']],
  ])('%s has these that its material has not: %j', (html, expected) => {
    expect(unsupportedFacts(html, given)).toEqual(expected);
  });
});

describe('a forbidden text', () => {
  it.each([
    ['CPF 529.982.247-25', ['52998224725'], true],
    ['Meu cartão é 4111 1111 1111 1111', ['4111111111111111'], true],
    ['Grátis  para SEMPRE!', ['grátis para sempre'], true],
    ['Nada disso', ['52998224725'], false],
  ])('is found in %s however it is written: %j', (html, forbidden, found) => {
    expect(forbiddenIn(html, forbidden).length > 0).toBe(found);
  });
});
