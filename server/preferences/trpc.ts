import { z } from 'zod';
import { parseBoundedJson } from '../text/bounded-json.ts';
import { nothing } from '../trpc/fields.ts';
import { because } from '../trpc/input-issue.ts';
import { agentProcedure, router } from '../trpc/procedures.ts';
import { getPreferences, setPreferences } from './service.ts';

const bounds = { maxLength: 16_384, maxDepth: 32 };

const isSmall = (value: object): boolean => {
  try {
    const text = JSON.stringify(value);
    return (
      Buffer.byteLength(text) <= bounds.maxLength && parseBoundedJson(text, bounds) !== undefined
    );
  } catch {
    // It is nested too deeply to be serialised.
    return false;
  }
};

const Preferences = z.record(z.string(), z.unknown());

const smallPreferences = Preferences.refine(
  isSmall,
  because('must have at most 16 KiB and 32 levels'),
);

const maxSignature = 5_000;

const withSignature = smallPreferences.refine(
  ({ signature = '' }) => typeof signature === 'string' && signature.length <= maxSignature,
  because(`must have a signature of at most ${maxSignature} characters`),
);

/** The procedures of `me.preferences`, a JSON object for each person. */
export const preferencesRouter = router({
  preferences: router({
    get: agentProcedure
      .meta({ description: "Shows what the caller's console remembers", effect: 'read' })
      .output(Preferences)
      .query(({ ctx }) => getPreferences(ctx)),
    set: agentProcedure
      .meta({ description: "Replaces what the caller's console remembers", effect: 'change' })
      .input(withSignature)
      .output(nothing)
      .mutation(({ ctx, input }) => setPreferences(ctx, input)),
  }),
});
