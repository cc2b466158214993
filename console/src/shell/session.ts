import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { clearStorage, storeFor } from './browser-storage.ts';

/** Each role includes those before it. */
const roles = ['reader', 'agent', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The signed-in person. */
export interface Session {
  email: string;
  name: string;
  role: Role;
}

export const includesRole = (role: Role, least: Role = 'agent'): boolean =>
  roles.indexOf(role) >= roles.indexOf(least);

/** The query of the signed-in person; null if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session | null> => {
    const response = await fetch('/console/session', { signal });
    if (response.status === 401) return null;
    if (!response.ok) throw new Error(`the session could not be read: ${response.status}`);
    const { email, name, role }: Session = await response.json();
    storeFor(email);
    return { email, name: name || email, role };
  },
  staleTime: 60_000,
  // The poll shows a new role without a reload.
  refetchInterval: 60_000,
  refetchOnWindowFocus: 'always',
});

const present = createContext<Session>({ email: '', name: '', role: 'reader' });

/** Provides the signed-in person to all screens. */
export const SignedIn = present.Provider;

/** The signed-in person. */
export const useSession = (): Session => useContext(present);

/** Opens the sign-in page, which returns to this address. */
export const signIn = (): void =>
  location.assign(
    `/console/login?${new URLSearchParams({ to: location.pathname + location.search })}`,
  );

/**
 * Ends the session at the service, clears the person's local storage and opens the sign-in page. Throws if
 * the service did not end the session.
 */
export const signOut = async (): Promise<void> => {
  const headers = { 'X-Console': '1' };
  const { ok, status } = await fetch('/console/logout', { method: 'POST', headers });
  // A status of 401 means that the session has already ended.
  if (!ok && status !== 401) throw new Error(`the session could not be ended: ${status}`);
  clearStorage();
  location.assign('/console/');
};
