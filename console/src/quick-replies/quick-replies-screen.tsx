import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useParams, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../api/client.ts';
import { shell } from '../shell/texts.ts';
import { Input, SearchArea } from '../ui/form.tsx';
import { Loaded, Loading, Moment, Page } from '../ui/page.tsx';
import { useAddress } from '../ui/state/address.ts';
import { List } from '../ui/table.tsx';
import { uiTexts } from '../ui/texts.ts';
import { EditMacro } from './edit-macro.tsx';
import { EditQuickReply } from './edit-quick-reply.tsx';
import { EditRule } from './edit-rule.tsx';
import { Macros, Rules } from './macros-and-rules.tsx';
import { macroTexts, quickReplyTexts as texts } from './texts.ts';

/** Quick replies, macros and rules, or the item that the address names. */
export default function QuickRepliesScreen() {
  const { id } = useParams({ strict: false });
  const path = useRouterState({ select: ({ location }) => location.pathname });
  if (id === undefined) return <Found />;
  if (path.startsWith('/macros/')) return <OpenedMacro key={path} id={id} />;
  if (path.startsWith('/regras/')) return <OpenedRule key={path} id={id} />;
  return <OpenedReply key={path} id={id} />;
}

const Found = () => {
  const { search, change } = useAddress();
  const found = useRead('quickReplies.list', { search: search.busca ?? '' });
  return (
    <Page
      title={shell.titles.quickReplies}
      actions={
        <Link to="/respostas-rapidas/nova" className="button primary">
          {texts.add}
        </Link>
      }
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
        columns={{
          [texts.fields.title]: ({ id, title }) => (
            <Link to={`/respostas-rapidas/${id}`}>{title}</Link>
          ),
          [texts.fields.shortcut]: ({ shortcut }) => shortcut,
          [texts.fields.category]: ({ category }) => category,
          [texts.updated]: ({ updatedAt }) => <Moment at={updatedAt} />,
        }}
      />
      <Macros />
      <Rules />
    </Page>
  );
};

/**
 * A new item, or the item of the address. It loads fresh data, so that an old copy never overwrites a newer
 * one.
 */
const Opened = <Item extends { id: number }>({
  id,
  title,
  all,
  children,
}: {
  id: string;
  title: string;
  all: UseQueryResult<{ items: Item[] }>;
  children: (item: Item | undefined) => ReactNode;
}) => (
  <Page title={title} actions={<Link to="/respostas-rapidas">{texts.back}</Link>}>
    <Loaded query={all}>
      {({ items }) => {
        if (!all.isFetchedAfterMount) return <Loading />;
        const item = items.find((one) => String(one.id) === id);
        return item || id === 'nova' ? children(item) : <p>{macroTexts.missing}</p>;
      }}
    </Loaded>
  </Page>
);

const anew = { refetchOnMount: 'always' } as const;

const OpenedReply = ({ id }: { id: string }) => (
  <Opened id={id} title={shell.titles.quickReplies} all={useRead('quickReplies.list', {}, anew)}>
    {(reply) => <EditQuickReply reply={reply} />}
  </Opened>
);

const OpenedMacro = ({ id }: { id: string }) => (
  <Opened id={id} title={macroTexts.macro} all={useRead('macros.list', undefined, anew)}>
    {(macro) => <EditMacro macro={macro} />}
  </Opened>
);

const OpenedRule = ({ id }: { id: string }) => (
  <Opened id={id} title={macroTexts.rule} all={useRead('rules.list', undefined, anew)}>
    {(rule) => <EditRule rule={rule} />}
  </Opened>
);
