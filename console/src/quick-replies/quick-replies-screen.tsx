import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { read } from '../api/client.ts';
import { useAddress } from '../parts/address.ts';
import { Moment } from '../parts/moment.tsx';
import { Field, Page } from '../parts/page.tsx';
import { List } from '../parts/table.tsx';
import { Loaded } from '../parts/waiting.tsx';
import { quickReplyTexts as texts } from '../texts/quick-replies.ts';
import { EditQuickReply } from './edit-quick-reply.tsx';

/** The quick replies that a search finds, or the one of the address. */
export default function QuickRepliesScreen() {
  const { id } = useParams({ strict: false });
  return id === undefined ? <Found /> : <Opened key={id} id={id} />;
}

const Found = () => {
  const { search, change } = useAddress();
  const found = useQuery(read('quickReplies.list', { search: search.busca ?? '' }));
  return (
    <Page title={texts.title} actions={<Link to="/respostas-rapidas/nova">{texts.add}</Link>}>
      <Field label={texts.search}>
        <input
          type="search"
          value={search.busca ?? ''}
          onChange={({ target }) => change({ busca: target.value || undefined })}
        />
      </Field>
      <List
        label={texts.title}
        query={found}
        empty={texts.empty}
        keyOf={({ id }) => id}
        columns={[
          {
            title: texts.fields.title,
            cell: ({ id, title }) => <Link to={`/respostas-rapidas/${id}`}>{title}</Link>,
          },
          { title: texts.fields.shortcut, cell: ({ shortcut }) => shortcut },
          { title: texts.fields.category, cell: ({ category }) => category },
          { title: texts.updated, cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
        ]}
      />
    </Page>
  );
};

const Opened = ({ id }: { id: string }) => {
  const all = useQuery(read('quickReplies.list', {}));
  return (
    <Page title={texts.title} actions={<Link to="/respostas-rapidas">{texts.back}</Link>}>
      <Loaded query={all}>
        {(replies) => {
          const reply = replies.find((one) => String(one.id) === id);
          return reply || id === 'nova' ? <EditQuickReply reply={reply} /> : <p>{texts.missing}</p>;
        }}
      </Loaded>
    </Page>
  );
};
