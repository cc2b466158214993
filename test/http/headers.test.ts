import type { Request } from 'express';
import { expect, it } from 'vitest';
import { callerOf } from '../../server/http/admission/costs.ts';
import { clientOf } from '../../server/http/admission/gate.ts';
import { hasCurrentCopy } from '../../server/http/conditional.ts';

it.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b" , W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['', false],
])('takes If-None-Match %s for the current copy: %s', (given, hasIt) => {
  const headers = given === undefined ? {} : { 'if-none-match': given };
  expect(hasCurrentCopy({ headers }, '"a"')).toBe(hasIt);
  expect(hasCurrentCopy({ headers }, 'W/"a"')).toBe(hasIt);
});

it.each([
  ['mcp', 'mcp'],
  ['x'.repeat(40), 'x'.repeat(40)],
  ['x'.repeat(41), undefined],
  ['a b', undefined],
  [undefined, undefined],
])('the program that calls itself %s is noted as %s', (name, noted) => {
  const get = (header: string) => (header === 'x-leitor-client' ? name : 'other');
  expect(clientOf({ get } as Request)).toBe(noted);
});

it('a request counts against its person, else against its address, of IPv6 a /56 network', () => {
  const person = (subject: string) => ({ kind: 'person', subject, email: 'ana@x.com' });
  const of = (request: object) => callerOf(request as Request, {});
  const ip = '192.0.2.7';
  expect(of({ ip, context: { actor: person('a') } })).toBe('sub:a');
  expect(of({ ip, context: { actor: { kind: 'anonymous' } } })).toBe(`ip:${ip}`);
  expect(of({ ip: `::ffff:${ip}` })).toBe(`ip:${ip}`);
  const link = { ip, query: { token: '1.abc' } } as unknown as Request;
  expect(callerOf(link, { byToken: true })).toBe('token:1.abc');
  const network = of({ ip: '2001:db8:1:2ff::1' });
  expect(of({ ip: '2001:db8:1:200::9' })).toBe(network);
  expect(of({ ip: '2001:db8:1:300::1' })).not.toBe(network);
});
