import { z } from 'zod';
import { httpUrl } from './value-schemas.ts';

const eventSecret = z.string().min(24, 'must be at least 24 characters long');

export const newsletterVariables = {
  BEEHIIV_API_KEY: z.string().optional(),
  BEEHIIV_PUBLICATION_ID: z.string().min(1).optional(),
  BEEHIIV_BASE_URL: httpUrl.default('https://api.beehiiv.com/v2'),
  BEEHIIV_WEBHOOK_SECRET: eventSecret.optional(),
  BEEHIIV_WEBHOOK_PREVIOUS_SECRET: eventSecret.optional(),
  QUIZ_TRIGGER: z.enum(['noon', 'edition']).default('noon'),
};

type Values = z.output<z.ZodObject<typeof newsletterVariables>>;

export const newsletterConfigOf = (values: Values) =>
  values.BEEHIIV_API_KEY && values.BEEHIIV_PUBLICATION_ID
    ? {
        apiKey: values.BEEHIIV_API_KEY,
        publicationId: values.BEEHIIV_PUBLICATION_ID,
        baseUrl: values.BEEHIIV_BASE_URL,
      }
    : undefined;

/** The newsletter's events (docs/behaviour/integrations.md#newsletter-events). */
export const newsletterEventConfigOf = (values: Values) => ({
  /**
   * The secrets of signatures or of the address's `token`: two during a rotation; without any, all events are
   * refused.
   */
  secrets: [values.BEEHIIV_WEBHOOK_SECRET, values.BEEHIIV_WEBHOOK_PREVIOUS_SECRET].filter(
    (secret) => secret !== undefined,
  ),
  /** With `edition`, the quiz is made when an edition is sent, not only at noon. */
  quizTrigger: values.QUIZ_TRIGGER,
});
