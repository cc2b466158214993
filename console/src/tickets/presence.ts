import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { write } from '../api/client.ts';

const signMs = 12_000;

/** Who else has a ticket open. It says that the caller has, until they leave. */
export const usePresence = (ticketId: number, typing: boolean) => {
  const state = useRef<'viewing' | 'typing'>('viewing');
  state.current = typing ? 'typing' : 'viewing';
  const { data, refetch } = useQuery({
    // The service hints at `tickets.presence` when others come, write or go.
    queryKey: ['tickets.presence', { id: ticketId }],
    queryFn: () => write('tickets.presence', { id: ticketId, state: state.current }),
    refetchInterval: signMs,
    staleTime: 0,
    gcTime: 0,
  });
  const told = useRef(typing);
  useEffect(() => {
    if (told.current === typing) return;
    told.current = typing;
    void refetch();
  }, [typing, refetch]);
  useEffect(
    () => () => {
      write('tickets.presence', { id: ticketId, state: 'left' }).catch(() => undefined);
    },
    [ticketId],
  );
  return data?.others ?? [];
};
