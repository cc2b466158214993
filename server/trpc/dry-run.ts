import { z } from 'zod';

/** An import that writes nothing. */
export const onlyChecks = z.boolean().optional().describe('Only checks and counts');
