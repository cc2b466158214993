import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { includesRole, useSession } from '../shell/session.ts';
import { shell } from '../shell/texts.ts';
import { Form, Input, SearchArea, Toolbar } from '../ui/form.tsx';
import { Button, Page } from '../ui/page.tsx';
import { useAddress } from '../ui/state/address.ts';
import { DaysForAll } from './days-for-all.tsx';
import { ReaderList } from './list.tsx';
import { Overview } from './overview.tsx';
import { PersonalData, Reader } from './reader.tsx';
import { Retention } from './retention.tsx';
import { readerTexts as texts } from './texts.ts';

/** The overview of all readers, or one reader. */
export default function ReadersScreen() {
  const email = useParams({ strict: false }).email?.toLowerCase();
  const isAdmin = includesRole(useSession().role, 'admin');
  // What was asked for comes first.
  const { busca, risco } = useAddress().search;
  const isSearch = Boolean(busca || risco);
  return (
    <Page
      title={shell.titles.readers}
      actions={email !== undefined && <Link to="/leitores">{texts.all}</Link>}
    >
      <Find key={email} email={email} isAdmin={isAdmin} />
      {email === undefined ? (
        <>
          {!isSearch && <Overview />}
          {isAdmin && <ReaderList />}
          <Retention />
          {isAdmin && <DaysForAll />}
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

/** Opens a person's page by e-mail; administrators can also search by part of a name. */
const Find = ({ email = '', isAdmin }: { email?: string; isAdmin: boolean }) => {
  const navigate = useNavigate();
  const { search } = useAddress();
  const find = (typed: string) =>
    isAdmin && !/^\S+@\S+\.\S+$/.test(typed)
      ? navigate({ to: '/leitores', search: { busca: typed } })
      : navigate({ to: '/leitores/$email', params: { email: typed.toLowerCase() } });
  return (
    <SearchArea>
      <Form onSubmit={({ email: typed = '' }) => void find(typed)}>
        <Toolbar>
          <Input
            label={isAdmin ? texts.emailOrName : texts.email}
            type={isAdmin ? 'text' : 'email'}
            name="email"
            required={!isAdmin || email !== ''}
            defaultValue={email || search.busca}
          />
          <Button icon={Search} text={texts.find} type="submit" />
        </Toolbar>
      </Form>
    </SearchArea>
  );
};
