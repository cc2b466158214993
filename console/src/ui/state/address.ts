import { useNavigate, useParams, useSearch } from '@tanstack/react-router';

/** The number that the address ends with, as in `/chamados/5`. */
export const useOpenId = (): number | undefined => {
  const { id } = useParams({ strict: false });
  return id !== undefined && /^\d{1,9}$/.test(id) ? Number(id) : undefined;
};

/**
 * The parameters of the address after `?`, and a function that changes some. Undefined and empty ones are
 * removed.
 */
export const useAddress = () => {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (changes: typeof search) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...changes }),
      replace: true,
    });
  return { search, change };
};
