import { ask, write } from '../api/client.ts';

/** Stores preferences of the person; what else is among them stays, whoever stored it last. */
export const setPreferences = async (changed: Readonly<Record<string, unknown>>) =>
  write('me.preferences.set', { ...(await ask('me.preferences.get', undefined)), ...changed });
