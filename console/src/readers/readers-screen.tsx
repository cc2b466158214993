import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { includesRole, useSession } from '../app/session.ts';
import { Field, Form, Page, Toolbar } from '../parts/page.tsx';
import { readerTexts as texts } from '../texts/readers.ts';
import { shell } from '../texts/shell.ts';
import { Groups } from './groups.tsx';
import { Overview } from './overview.tsx';
import { PersonalData } from './personal-data.tsx';
import { Reader } from './reader.tsx';

/** All readers together, or one of them. */
export default function ReadersScreen() {
  const email = useParams({ strict: false }).email?.toLowerCase();
  const session = useSession();
  const isAdmin = session !== null && includesRole(session.role, 'admin');
  return (
    <Page
      title={shell.readers}
      actions={email !== undefined && <Link to="/leitores">{texts.all}</Link>}
    >
      <Find key={email} email={email} />
      {email === undefined ? (
        <>
          <Overview />
          {isAdmin && <Groups />}
        </>
      ) : (
        <>
          <Reader key={email} email={email} isAdmin={isAdmin} />
          {isAdmin && <PersonalData key={`data ${email}`} email={email} />}
        </>
      )}
    </Page>
  );
}

/** Opens the page of a person by their e-mail. */
const Find = ({ email = '' }: { email?: string | undefined }) => {
  const navigate = useNavigate();
  return (
    <search>
      <Form
        onSubmit={({ email: typed = '' }) =>
          void navigate({ to: '/leitores/$email', params: { email: typed.toLowerCase() } })
        }
      >
        <Toolbar>
          <Field label={texts.email}>
            <input type="email" name="email" required size={30} defaultValue={email} />
          </Field>
          <button type="submit">
            <Search aria-hidden size={16} />
            {texts.find}
          </button>
        </Toolbar>
      </Form>
    </search>
  );
};
