import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** What the address asks for after `?`, and how to change a part of it. What is undefined or empty goes. */
export const useAddress = () => {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Readonly<Record<string, string | undefined>>) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...changes }),
        replace: true,
      }),
    [navigate],
  );
  return { search, change };
};
