import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  newsletterConfigOf,
  newsletterEventConfigOf,
  newsletterVariables,
} from '../../server/config/newsletter.ts';

const parse = (env: Record<string, string>) => z.object(newsletterVariables).parse(env);

describe("the newsletter's variables", () => {
  it('name a publication by its key and id together', () => {
    const [key, id] = [{ BEEHIIV_API_KEY: 'key' }, { BEEHIIV_PUBLICATION_ID: 'pub_1' }];
    expect(newsletterConfigOf(parse(key))).toBeUndefined();
    expect(newsletterConfigOf(parse(id))).toBeUndefined();
    expect(newsletterConfigOf(parse({ ...key, ...id }))).toEqual({
      apiKey: 'key',
      publicationId: 'pub_1',
      baseUrl: 'https://api.beehiiv.com/v2',
    });
  });

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
