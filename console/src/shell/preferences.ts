import { ask, write } from '../api/client.ts';

/** Changes some of the person's preferences and keeps the others as the service has them now. */
export const setPreferences = async (changed: Readonly<Record<string, unknown>>) =>
  write('me.preferences.set', { ...(await ask('me.preferences.get', undefined)), ...changed });
