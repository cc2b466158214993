import type { z } from 'zod';
import { because } from '../trpc/input-issue.ts';
import { replyVariables, unknownVariables } from './variables.ts';

/** A text whose double braces only contain variables of replies. */
export const withKnownVariables = (content: z.ZodType<string, string>) =>
  content.superRefine((given, { addIssue }) => {
    const unknown = unknownVariables(given);
    if (unknown.length === 0) return;
    const reason = `unknown variables ${unknown.join(', ')}; there are ${replyVariables.join(', ')}`;
    addIssue({ code: 'custom', ...because(reason) });
  });
