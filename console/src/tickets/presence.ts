import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { write } from '../api/client.ts';

const signMs = 12_000;

/** Who else has a ticket open. It says that the caller has, until they leave. */
export const usePresence = (id: number, typing: boolean) => {
  const { data } = useQuery({
    // The service hints at `tickets.presence` when others come, write or go.
    queryKey: ['tickets.presence', { id }, typing],
    queryFn: () => write('tickets.presence', { id, state: typing ? 'typing' : 'viewing' }),
    placeholderData: (before) => before,
    refetchInterval: signMs,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(
    () => () => {
      write('tickets.presence', { id, state: 'left' }).catch(() => undefined);
    },
    [id],
  );
  return data?.others ?? [];
};
