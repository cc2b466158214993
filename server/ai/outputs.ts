import { z } from 'zod';

export const Resources = z.object({ agents: z.array(z.string()), tools: z.array(z.string()) });

export const Answer = z.object({ answer: z.string() });
