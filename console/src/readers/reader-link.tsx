import { Link } from '@tanstack/react-router';

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
