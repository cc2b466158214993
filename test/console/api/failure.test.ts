import { TRPCClientError } from '@trpc/client';
import { describe, expect, it } from 'vitest';
import { failureText, failureTextOf, isSignedOut } from '../../../console/src/api/failure.ts';
import { failures } from '../../../console/src/api/failure-texts.ts';
import { failures as published } from '../../../contract/index.ts';
import { errorTable } from '../../../server/core/errors.ts';

describe('a failure', () => {
  /** Those of the public API that its internal one has, too. */
  const told =
    /^(forbidden|rate|unavailable|internal|invalid-(token|request)|tag|quick-reply|ticket|quiz)|attachment|newsletter|no-edition/;
  const failed = (data?: object) =>
    new TRPCClientError('no', { result: { error: { message: 'no', code: -32_600, data } } });
  it.each([
    [new Error('no'), 'Sem resposta do serviço. Verifique a conexão e tente de novo.'],
    [failed(), 'Sem resposta do serviço. Verifique a conexão e tente de novo.'],
    [failed({ errorCode: 'tag-in-use' }), 'Há chamados com esta tag.'],
    [failed({ errorCode: 'quiz-generation-failed', state: 'not-configured' }), 'O modelo não está'],
    [failed({ errorCode: 'quiz-generation-failed', state: 'unusable' }), 'A conferência recusou'],
    [failed({ errorCode: 'quiz-generation-failed', state: 'other' }), 'O modelo não respondeu: '],
    [failed({ errorCode: 'odd', requestId: 'r-1' }), 'Não foi possível (odd). Pedido r-1.'],
    [failed({ errorCode: 'odd' }), 'Não foi possível (odd).'],
  ])('%# is said in Portuguese', (error, text) => {
    expect(failureText(error)).toContain(text);
  });

  it('of the internal API has a text, but for those that nobody meets in the console', () => {
    const untold = Object.keys(errorTable).filter((code) => {
      const isInternal = !(code in published) || told.test(code);
      return isInternal && failureTextOf(code).includes(`(${code})`);
    });
    expect(untold).toEqual([
      'tag-fields-required',
      'quiz-fields-required',
      'quiz-already-attempted',
      'cross-site',
      'sign-in-failed',
      'account-not-found',
      'quiz-not-published',
      'quiz-attempted',
      'job-not-found',
      'caller-left',
      'agent-not-found',
      'message-not-found',
      'composing-changed',
      'view-not-found',
      'too-many-views',
      'webhook-not-found',
      'webhook-delivery-not-found',
      'mail-unreadable',
    ]);
  });

  it('is told from all others by its text', () => {
    const texts = Object.values(failures.codes);
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });

  it('of an upload is said by its code', () => {
    expect(failureTextOf('attachment-infected')).toBe('O antivírus recusou o arquivo.');
    expect(failureTextOf(null)).toContain('Sem resposta do serviço.');
  });

  it('ends the session if nobody is signed in', () => {
    expect(isSignedOut(failed({ httpStatus: 401 }))).toBe(true);
    expect(isSignedOut(failed({ httpStatus: 403 }))).toBe(false);
    expect(isSignedOut(new Error('no'))).toBe(false);
  });
});
