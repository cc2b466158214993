import { ask, write } from '../api/client.ts';

/** Changes some of the person's preferences and leaves the others as the service has them. */
export const setPreferences = async (changed: Readonly<Record<string, unknown>>) =>
  write('me.preferences.set', { ...(await ask('me.preferences.get', undefined)), ...changed });
