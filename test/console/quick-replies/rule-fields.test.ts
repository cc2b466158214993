import { expect, it } from 'vitest';
import { conditionsIn, whenOf } from '../../../console/src/quick-replies/rule-fields.ts';

it('a rule has the conditions of its form that are not empty', () => {
  const fields = { name: 'Da loja', from: 'loja.com.br', subject: '', body: 'boleto' };
  expect(whenOf(fields)).toEqual({ from: 'loja.com.br', body: 'boleto' });
});

it('the conditions of a rule are read in one order', () => {
  const [first, second, ...rest] = conditionsIn({ body: 'boleto', from: 'loja.com.br' });
  expect(first).toContain('loja.com.br');
  expect(second).toContain('boleto');
  expect(rest).toEqual([]);
});
