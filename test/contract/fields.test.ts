import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  bodyId,
  CreateBatchReplies,
  CreateTag,
  civilDate,
  email,
  emptiable,
  IdempotencyHeaders,
  line,
  optionalCount,
  pageSize,
  pathId,
  quickReplyFields,
  RecordReading,
  SubmitQuiz,
  shortText,
  text,
  visibleLine,
} from '../../contract/index.ts';

const nul = '\u0000';
const key = IdempotencyHeaders.shape['idempotency-key'];
const edition = RecordReading.shape.editionId;

const unusualEmails = ["o'neil.1@exemplo.com", 'a_@1-a.com', 'a+@a.com', 'a-@a.com', 'a@a.xn--a-b'];
const wrongEmails = ['ana', 'a..b@a.com', 'a.@a.com', 'a@-a.com', 'a@a.c', 'a@a..com', 'a b@a.com'];
const wrongColors = ['#0000000', 'x#000000', '#00000g', '000000'];

/** Values that a field takes, and what it makes of them. */
const taken: [string, z.ZodType, unknown, unknown][] = [
  ['text', text(), ' a\n', ' a\n'],
  ['four characters of two units', shortText(4), '😀😀😀😀', '😀😀😀😀'],
  ['a line', line(3), 'a\u0303b', 'ãb'],
  ['a name', visibleLine(9), 'Ana\u00a0Lima', 'Ana\u00a0Lima'],
  ['an e-mail', email, 'Ana@Exemplo.COM.br', 'ana@exemplo.com.br'],
  ...unusualEmails.map((address): (typeof taken)[number] => ['an e-mail', email, address, address]),
  ['an e-mail of another script', email, 'JOSÉ@Exemplo.COM.br', 'josé@exemplo.com.br'],
  ['an e-mail of another script', email, 'jose\u0301@exemplo.com', 'jos\u00e9@exemplo.com'],
  ['an id in a path', pathId, '2147483647', 2_147_483_647],
  ['an id in a path', pathId, '007', 7],
  ['an id in a body', bodyId, 2_147_483_647, 2_147_483_647],
  ['a number in a query', optionalCount(5, 20), undefined, 5],
  ['a number in a query', optionalCount(5, 20), '0', 0],
  ['the size of a page', pageSize(50, 100), '0', 50],
  ['an optional field', emptiable(line(9).optional()), '', undefined],
  ['an optional field', emptiable(line(9).optional()), null, undefined],
  ['a field with a default', emptiable(line(9).default('b')), '', 'b'],
  ['a day', civilDate, '2028-02-29', '2028-02-29'],
  ['an idempotency key', key, '!'.repeat(255), '!'.repeat(255)],
  ['a shortcut', quickReplyFields.shortcut, ' /olá ', '/olá'],
];

const refused: [string, z.ZodType, unknown][] = [
  ['text', text(), `a${nul}b`],
  ['text', text(), 'a\ud800b'],
  ['five characters', shortText(4), '😀😀😀😀😀'],
  ['a line', line(3), 'abcd'],
  ['a line', line(3), ' \n '],
  ['a name', visibleLine(9), 'a\u202eb'],
  ['a name', visibleLine(9), 'a\u200bb'],
  ['a name', visibleLine(9), '\u00ad'],
  ...wrongEmails.map((address): (typeof refused)[number] => ['an e-mail', email, address]),
  ...wrongColors.map((color): (typeof refused)[number] => [
    'a colour',
    CreateTag.shape.color,
    color,
  ]),
  ['an e-mail with a Kelvin sign', email, '\u212aim@exemplo.com'],
  ['an e-mail with a dotted capital I', email, '\u0130vo@exemplo.com'],
  ['an e-mail', email, 'a@b@exemplo.com'],
  ['an e-mail', email, `${'a'.repeat(60)}@${'b'.repeat(190)}.com`],
  ['an id in a path', pathId, '2147483648'],
  ['an id in a path', pathId, '1.5'],
  ['an id in a body', bodyId, 0],
  ['an id in a body', bodyId, 2_147_483_648],
  ['an id in a body', bodyId, '7'],
  ['a number in a query', optionalCount(5, 20), '21'],
  ['the size of a page', pageSize(50, 100), '101'],
  ['the size of a page', pageSize(50, 100), '-1'],
  ['a day', civilDate, '2026-02-29'],
  ['a day', civilDate, '0000-12-31'],
  ['an idempotency key', key, 'ã'],
  ['an idempotency key', key, 'x'.repeat(256)],
  ['a shortcut', quickReplyFields.shortcut, '/o lá'],
  ['an edition', edition, 'post/1'],
];

describe('a field', () => {
  it.each(taken)('takes %s', (_, schema, given, value) => expect(schema.parse(given)).toBe(value));

  it.each(refused)('refuses %s that is none', (_, schema, given) => {
    expect(schema.safeParse(given).success).toBe(false);
  });
});

it('what is wrong with a field is said in Portuguese, and in English to tools', () => {
  const [issue] = text().safeParse(nul).error?.issues ?? [];
  expect(issue).toMatchObject({
    message: 'não pode conter o caractere NUL',
    params: { reason: 'must not have a NUL character' },
  });
});

/** The failure codes and paths of the issues that carry one. */
const codesOf = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).flatMap((issue) =>
    issue.code === 'custom' && issue.params?.failure
      ? [[issue.params.failure, issue.path.join('.')]]
      : [],
  );

describe('a body that lacks what its operation is about', () => {
  it.each([
    [CreateTag, { name: 'A', color: '' }, 'tag-fields-required', 'color'],
    [CreateTag, undefined, 'tag-fields-required', ''],
    [SubmitQuiz, { quizId: 'a' }, 'quiz-fields-required', 'answers'],
    [CreateTag, { name: ' ', color: '#000000' }, 'tag-fields-required', 'name'],
    [SubmitQuiz, { quizId: '  ', answers: [] }, 'quiz-fields-required', 'quizId'],
  ])('fails with a code of its own: %#', (schema, body, code, path) => {
    expect(codesOf(schema, body)).toEqual([[code, path]]);
  });

  it.each([
    [CreateTag, []],
    [CreateTag, { name: 7, color: '#000000' }],
    [SubmitQuiz, { quizId: 'a', answers: [{}] }],
  ])('fails with the common code if it has another shape: %#', (schema, body) => {
    expect(schema.safeParse(body).success).toBe(false);
    expect(codesOf(schema, body)).toEqual([]);
  });
});

describe('a batch', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  it('has 1 to 50 tickets, and saves and mails nothing unless it says so', () => {
    expect(CreateBatchReplies.parse({ support_ids: ids(50) })).toEqual({
      support_ids: ids(50),
      salvar: false,
      autor: 'IA Assistant',
      enviar_email: false,
    });
    expect(codesOf(CreateBatchReplies, { support_ids: ids(51) })).toEqual([
      ['batch-too-large', 'support_ids'],
    ]);
    expect(codesOf(CreateBatchReplies, { support_ids: [] })).toEqual([]);
    expect(CreateBatchReplies.safeParse({ support_ids: [] }).success).toBe(false);
  });
});
