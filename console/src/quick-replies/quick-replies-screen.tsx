import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { read } from '../api/client.ts';
import { useAddress } from '../parts/address.ts';
import { Moment } from '../parts/moment.tsx';
import { Field, Page, Toolbar } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { Failed, Loading } from '../parts/waiting.tsx';
import { quickReplyTexts as texts } from '../texts/quick-replies.ts';
import { EditQuickReply } from './edit-quick-reply.tsx';

/** The quick replies that a search finds, or the one of the address. */
export default function QuickRepliesScreen() {
  const { id } = useParams({ strict: false });
  const { search, change } = useAddress();
  const found = useQuery(read('quickReplies.list', id ? {} : { search: search.busca ?? '' }));
  const edited = found.data?.find((reply) => String(reply.id) === id);
  return (
    <Page
      title={texts.title}
      actions={
        id ? (
          <Link to="/respostas-rapidas">{texts.back}</Link>
        ) : (
          <Link to="/respostas-rapidas/nova">{texts.add}</Link>
        )
      }
    >
      {found.isPending && <Loading />}
      {found.isError && <Failed error={found.error} onAgain={() => void found.refetch()} />}
      {id === undefined && (
        <Toolbar>
          <Field label={texts.search}>
            <input
              type="search"
              value={search.busca ?? ''}
              onChange={({ target }) => change({ busca: target.value || undefined })}
            />
          </Field>
        </Toolbar>
      )}
      {found.data && id === undefined && found.data.length === 0 && <p>{texts.empty}</p>}
      {found.data && id === undefined && found.data.length > 0 && (
        <Table
          label={texts.title}
          items={found.data}
          keyOf={(reply) => reply.id}
          columns={[
            {
              title: texts.name,
              cell: (reply) => <Link to={`/respostas-rapidas/${reply.id}`}>{reply.title}</Link>,
            },
            { title: texts.shortcut, cell: ({ shortcut }) => shortcut },
            { title: texts.category, cell: ({ category }) => category },
            { title: texts.updated, cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
          ]}
        />
      )}
      {found.data && id !== undefined && id !== 'nova' && !edited && <p>{texts.missing}</p>}
      {(id === 'nova' || edited) && <EditQuickReply key={id} reply={edited} />}
    </Page>
  );
}
