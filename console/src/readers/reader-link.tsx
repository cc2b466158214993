import { Link } from '@tanstack/react-router';

/** An e-mail that opens the page of its reader. */
export const ReaderLink = ({ email }: { email: string }) => {
  const at = email.lastIndexOf('@');
  return (
    <Link to="/leitores/$email" params={{ email }}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </Link>
  );
};
