import { z } from 'zod';
import { list } from './values.ts';

/** The variables that bound generated replies: docs/configuration.md. */
export const replyVariables = {
  AUTO_REPLY_MIN_CONFIDENCE: z.coerce.number().min(0).max(1).default(0.7),
  LOW_CONFIDENCE_DRAFTS: z.enum(['on', 'off']).default('off'),
  REPLY_LINK_HOSTS: list
    .pipe(z.array(z.hostname('must be host names, separated by commas').toLowerCase()))
    .optional(),
};

/** The bounds of generated replies. */
export interface ReplyConfig {
  /** A generated reply below it is not saved; 0 to 1. */
  minConfidence: number;
  /** Hosts that links in replies may go to, with their subdomains. */
  linkHosts: readonly string[];
  /** Whether replies of low confidence become drafts. */
  draftLowConfidence: boolean;
}

/** The bounds of generated replies from the variables. */
export const replyConfigOf = (
  values: z.output<z.ZodObject<typeof replyVariables>>,
): ReplyConfig => ({
  minConfidence: values.AUTO_REPLY_MIN_CONFIDENCE,
  linkHosts: values.REPLY_LINK_HOSTS ?? [],
  draftLowConfidence: values.LOW_CONFIDENCE_DRAFTS === 'on',
});
