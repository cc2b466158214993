import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client.ts';

const staleMs = 300_000;

/** Who tickets can be assigned to. */
export const useTeam = (): { email: string; name: string | null }[] =>
  useQuery({ ...read('me.get'), staleTime: staleMs }).data?.team ?? [];
