import { TRPCClientError } from '@trpc/client';
import { describe, expect, it } from 'vitest';
import {
  failures,
  failureText,
  failureTextOf,
  isSignedOut,
} from '../../../console/src/api/failure.ts';
import { failures as published } from '../../../contract/index.ts';
import { errorTable } from '../../../server/core/errors.ts';

describe('a failure', () => {
  /** Those of the public API that its internal one has, too. */
  const told =
    /^(forbidden|rate|unavailable|internal|invalid-(token|request)|tag|quick-reply|ticket|quiz)|attachment|newsletter|no-edition/;
  const failed = (data?: object) =>
    new TRPCClientError('no', { result: { error: { message: 'no', code: -32_600, data } } });
  const { codes } = failures;
  const state = (text: string) => failed({ errorCode: 'quiz-generation-failed', state: text });
  it.each([
    [new Error('no'), failures.unreachable],
    [failed(), failures.unreachable],
    [failed({ errorCode: 'tag-in-use' }), codes['tag-in-use']],
    [state('not-configured'), codes['quiz-generation-failed:not-configured']],
    [state('unusable'), codes['quiz-generation-failed:unusable']],
    [state('other'), codes['quiz-generation-failed']],
    [failed({ errorCode: 'odd', requestId: 'r-1' }), failures.other('odd', 'r-1')],
    [failed({ errorCode: 'odd' }), failures.other('odd', undefined)],
  ])('%# is said by its code and state', (error, text) => {
    expect(failureText(error)).toBe(text);
  });

  it('of the internal API has a text, but for those that nobody meets in the console', () => {
    const untold = Object.keys(errorTable).filter((code) => {
      const isInternal = !(code in published) || told.test(code);
      return isInternal && failureTextOf(code).includes(`(${code})`);
    });
    expect(untold).toEqual([
      'tag-fields-required',
      'ticket-quota-exceeded',
      'quiz-fields-required',
      'quiz-already-attempted',
      'cross-site',
      'sign-in-failed',
      'quiz-not-published',
      'quiz-attempted',
      'caller-left',
      'mail-unreadable',
    ]);
  });

  it('has a different text for each failure', () => {
    const texts = Object.values(failures.codes);
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });

  it('describes a failed upload by its code', () => {
    expect(failureTextOf('attachment-infected')).toBe(codes['attachment-infected']);
    expect(failureTextOf(null)).toBe(failures.unreachable);
  });

  it('ends the session if nobody is signed in', () => {
    expect(isSignedOut(failed({ httpStatus: 401 }))).toBe(true);
    expect(isSignedOut(failed({ httpStatus: 403 }))).toBe(false);
    expect(isSignedOut(new Error('no'))).toBe(false);
  });
});
