import { Link } from '@tanstack/react-router';
import { Page } from '../parts/page.tsx';
import { shell } from '../texts/shell.ts';

const Sorry = ({ title, text }: { title: string; text: string }) => (
  <Page title={title}>
    <p>{text}</p>
    <Link to="/">{shell.toStart}</Link>
  </Page>
);

/** Instead of a screen that the person's role may not see. */
export const Refused = () => <Sorry title={shell.refused} text={shell.refusedWhy} />;

/** Instead of a screen that does not exist. */
export const NotFound = () => <Sorry title={shell.notFound} text={shell.notFoundWhy} />;
