import { z } from 'zod';

/** The names of what is registered. */
export const Resources = z.object({ agents: z.array(z.string()), tools: z.array(z.string()) });

/** What an agent says. */
export const Answer = z.object({ answer: z.string() });
