import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { includesRole, useSession } from '../shell/session.ts';
import { shell } from '../shell/texts.ts';
import { Form, Input, SearchArea, Toolbar } from '../ui/form.tsx';
import { Button, Page } from '../ui/page.tsx';
import { Groups, Overview } from './overview.tsx';
import { PersonalData, Reader } from './reader.tsx';
import { readerTexts as texts } from './texts.ts';

/** All readers together, or one of them. */
export default function ReadersScreen() {
  const email = useParams({ strict: false }).email?.toLowerCase();
  const isAdmin = includesRole(useSession().role, 'admin');
  return (
    <Page
      title={shell.titles.readers}
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
    <SearchArea>
      <Form
        onSubmit={({ email: typed = '' }) =>
          void navigate({ to: '/leitores/$email', params: { email: typed.toLowerCase() } })
        }
      >
        <Toolbar>
          <Input label={texts.email} type="email" name="email" required defaultValue={email} />
          <Button icon={Search} text={texts.find} type="submit" />
        </Toolbar>
      </Form>
    </SearchArea>
  );
};
