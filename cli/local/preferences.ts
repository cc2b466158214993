import { z } from 'zod';
import { UsageError } from '../failure.ts';
import { defineCommand, type LocalCommand } from './local-command.ts';

const object = z.record(z.string(), z.unknown());

/** The procedure accepts any JSON object, so options cannot name its fields. */
export const preferenceCommands: readonly LocalCommand[] = [
  defineCommand(
    'me.preferences.set',
    'Replaces what your console remembers',
    z.object({ preferences: z.string().describe('A JSON object').meta({ positional: true }) }),
    async ({ preferences }, { api }) => {
      const { me } = await api();
      await me.preferences.set.mutate(readObject(preferences));
    },
  ),
];

const readObject = (text: string): Record<string, unknown> => {
  try {
    return object.parse(JSON.parse(text));
  } catch {
    throw new UsageError('preferences: must be a JSON object');
  }
};
