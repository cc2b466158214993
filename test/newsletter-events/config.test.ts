import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newsletterEventConfigOf, newsletterVariables } from '../../server/config/newsletter.ts';

const parse = (env: Record<string, string>) => z.object(newsletterVariables).parse(env);

describe("the newsletter's variables", () => {
  it('have a secret of at least 24 characters, or none, and noon as the trigger of the quiz', () => {
    const secretOf = (BEEHIIV_WEBHOOK_SECRET: string) => ({ BEEHIIV_WEBHOOK_SECRET });
    expect(newsletterEventConfigOf(parse({}))).toEqual({ secrets: [], quizTrigger: 'noon' });
    expect(() => parse(secretOf('s'.repeat(23)))).toThrow('at least 24');
    const secret = 's'.repeat(24);
    expect(
      newsletterEventConfigOf(parse({ ...secretOf(secret), QUIZ_TRIGGER: 'edition' })),
    ).toEqual({ secrets: [secret], quizTrigger: 'edition' });
  });
});
