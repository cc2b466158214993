import { Link } from '@tanstack/react-router';

/** An e-mail that opens the page of its reader. */
export const ReaderLink = ({ email }: { email: string }) => (
  <Link to={'/leitores/$email' as string} params={{ email } as object}>
    {email}
  </Link>
);
