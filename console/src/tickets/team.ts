import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client.ts';

const staleMs = 300_000;

/** Who tickets can be assigned to. */
export const useTeam = (): { email: string; name: string | null }[] => {
  const agents = useQuery({ ...read('reports.filters'), staleTime: staleMs }).data?.agents ?? [];
  return agents.map((email) => ({ email, name: null }));
};
