import { Link } from '@tanstack/react-router';

/** An e-mail that opens the page of its reader. */
export const ReaderLink = ({ email }: { email: string }) => (
  <Link to="/leitores/$email" params={{ email }}>
    {email}
  </Link>
);
