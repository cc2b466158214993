import { RequestValidationError } from '@ts-rest/express';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { failingWith } from '../../contract/index.ts';
import { refusalOf } from '../../server/http/request-validation.ts';
import { describeIssue, fieldOf, usePortugueseMessages } from '../../server/text/zod-messages.ts';

usePortugueseMessages();

const textOf = (schema: z.ZodType, value: unknown) => {
  const issue = schema.safeParse(value).error?.issues[0];
  return issue && describeIssue(issue, 'body');
};

describe('what is wrong with a field', () => {
  it.each([
    [z.string(), undefined, 'é obrigatório'],
    [z.string(), 7, 'deve ser um texto'],
    [z.object({}), [], 'deve ser um objeto JSON'],
    [z.string().min(2), 'x', 'deve ter no mínimo 2 caracteres'],
    [z.array(z.int()).min(1), [], 'deve ter no mínimo 1 item'],
    [z.number().min(3), 1, 'deve ter no mínimo 3'],
    [z.enum(['a', 'b']), 'c', 'deve ser um destes valores: a, b'],
    [z.url(), 'x', 'é inválido'],
    [z.string().regex(/a/, 'deve ter a'), 'x', 'deve ter a'],
  ])('is said in Portuguese: %#', (schema, value, text) => {
    expect(textOf(z.object({ itens: z.array(schema) }), { itens: [value] })).toBe(
      `itens.0 ${text}`,
    );
    expect(textOf(schema, value)).toBe(`body ${text}`);
  });

  it('is blamed on the key of a map', () => {
    expect(fieldOf({ message: 'x', path: ['a', { key: 'b' }, 0] })).toBe('a.b.0');
    expect(fieldOf({ message: 'x' })).toBe('');
  });
});

describe('a request with several problems', () => {
  const querySchema = z.object({ size: z.string().regex(/^\d+$/, 'deve ser um número') });
  const bodySchema = z.object({
    a: z.string(),
    b: z.string().refine((value) => value !== 'x', failingWith('tag-name-taken')),
  });
  const errorOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error ?? null;
  const refusal = (query: object, body: object) => {
    const errors = [errorOf(querySchema, query), errorOf(bodySchema, body)] as const;
    return refusalOf(new RequestValidationError(null, null, ...errors));
  };

  it('is refused with a code of its own if one has it, and blames that field', () => {
    expect(refusal({ size: 'x' }, { b: 'x' })).toMatchObject({
      code: 'tag-name-taken',
      field: 'b',
      detail: undefined,
    });
  });

  it('blames the first field else', () => {
    expect(refusal({ size: 'x' }, { b: 'y' })).toMatchObject({
      code: 'invalid-request',
      field: 'size',
      detail: 'size deve ser um número',
    });
    expect(refusal({ size: '1' }, { b: 'y' })).toMatchObject({ field: 'a' });
    expect(refusal({ size: '1' }, [])).toMatchObject({
      field: undefined,
      detail: 'body deve ser um objeto JSON',
    });
  });
});
