import type { Request } from 'express';
import { expect, it } from 'vitest';
import { keyOwnerOf } from '../../server/idempotency/http.ts';

const requestOf = (key: string | undefined, more: { actor?: object; secret?: boolean } = {}) =>
  ({
    context: { actor: more.actor ?? { kind: 'person', subject: 'ana', email: 'a@exemplo.com.br' } },
    tsRestRoute: { path: '/a/:groupId/b/:id', metadata: { secret: more.secret ?? false } },
    get: (name: string) => (name === 'idempotency-key' ? key : 'other'),
  }) as unknown as Request;

it('a key is of its caller and its path, whose numbers are written in one way', () => {
  const params = { groupId: 'á/b c', id: 7 };
  const owner = { caller: 'ana', path: '/a/%C3%A1%2Fb%20c/b/7', key: 'k' };
  expect(keyOwnerOf(requestOf('k'), params)).toEqual(owner);
  expect(keyOwnerOf(requestOf(undefined), params)).toBeUndefined();
  for (const actor of [{ kind: 'anonymous' }, { kind: 'service', name: 'quiz-generation' }])
    expect(keyOwnerOf(requestOf('k', { actor }), params)).toEqual({ ...owner, caller: '' });
  const { key, ...rest } = keyOwnerOf(requestOf('k', { secret: true }), params) ?? {};
  expect([key, rest]).toEqual([
    'sha256:glTDKakoUPbVOd03b0gW7idkUX2l4CNVFK9DMWRIDXo',
    { caller: 'ana', path: owner.path },
  ]);
});
