import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { read, useRead } from '../api/client.ts';
import { shell } from '../shell/texts.ts';
import { Input, SearchArea } from '../ui/form.tsx';
import { Loaded, Loading, Moment, Page } from '../ui/page.tsx';
import { useAddress } from '../ui/state/address.ts';
import { List } from '../ui/table.tsx';
import { uiTexts } from '../ui/texts.ts';
import { EditQuickReply } from './edit-quick-reply.tsx';
import { quickReplyTexts as texts } from './texts.ts';

/** The quick replies that a search finds, or the one of the address. */
export default function QuickRepliesScreen() {
  const { id } = useParams({ strict: false });
  return id === undefined ? <Found /> : <Opened key={id} id={id} />;
}

const Found = () => {
  const { search, change } = useAddress();
  const found = useRead('quickReplies.list', { search: search.busca ?? '' });
  return (
    <Page
      title={shell.titles.quickReplies}
      actions={<Link to="/respostas-rapidas/nova">{texts.add}</Link>}
    >
      <SearchArea>
        <Input
          label={uiTexts.search}
          type="search"
          value={search.busca ?? ''}
          onChange={(busca) => change({ busca })}
        />
      </SearchArea>
      <List
        label={shell.titles.quickReplies}
        query={found}
        empty={texts.empty}
        keyOf={({ id }) => id}
        columns={{
          [texts.fields.title]: ({ id, title }) => (
            <Link to={`/respostas-rapidas/${id}`}>{title}</Link>
          ),
          [texts.fields.shortcut]: ({ shortcut }) => shortcut,
          [texts.fields.category]: ({ category }) => category,
          [texts.updated]: ({ updatedAt }) => <Moment at={updatedAt} />,
        }}
      />
    </Page>
  );
};

const Opened = ({ id }: { id: string }) => {
  // An older copy must not be saved over a newer one.
  const all = useQuery({ ...read('quickReplies.list', {}), refetchOnMount: 'always' });
  return (
    <Page
      title={shell.titles.quickReplies}
      actions={<Link to="/respostas-rapidas">{texts.back}</Link>}
    >
      <Loaded query={all}>
        {({ items }) => {
          if (!all.isFetchedAfterMount) return <Loading />;
          const reply = items.find((one) => String(one.id) === id);
          return reply || id === 'nova' ? <EditQuickReply reply={reply} /> : <p>{texts.missing}</p>;
        }}
      </Loaded>
    </Page>
  );
};
