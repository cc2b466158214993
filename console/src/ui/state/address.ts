import { useNavigate, useParams, useSearch } from '@tanstack/react-router';

/** The number at the end of the address, as in `/chamados/5`. */
export const useOpenId = (): number | undefined => {
  const { id } = useParams({ strict: false });
  return id !== undefined && /^\d{1,9}$/.test(id) ? Number(id) : undefined;
};

/**
 * The query parameters of the address, and a function that changes some. It removes undefined and empty
 * ones.
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
