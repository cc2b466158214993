import { Link } from '@tanstack/react-router';
import { Breakable } from '../ui/table.tsx';

export const ReaderLink = ({ email }: { email: string }) => (
  <Link to="/leitores/$email" params={{ email }}>
    <Breakable text={email} />
  </Link>
);
