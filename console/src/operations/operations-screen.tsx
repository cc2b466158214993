import { Link, useParams } from '@tanstack/react-router';
import { SetAsideMails } from '../set-aside/set-aside-screen.tsx';
import { setAsideTexts } from '../set-aside/texts.ts';
import { shell } from '../shell/texts.ts';
import { Page } from '../ui/page.tsx';
import { Jobs } from './jobs.tsx';
import { Mails } from './mails.tsx';
import { Overview } from './overview.tsx';
import { operationTexts as texts } from './texts.ts';
import { Webhooks } from './webhooks.tsx';

const Inbound = () => (
  <>
    <p>{texts.inboundWhy}</p>
    <SetAsideMails
      filter={{ outcome: 'quarantined' }}
      empty={setAsideTexts.quarantineEmpty}
      may={['release', 'retry']}
    />
  </>
);

const { sections: titles } = texts;
const sections = [
  { path: '/operacao', title: titles.now, Content: Overview },
  { path: '/operacao/emails', title: titles.mails, Content: Mails },
  { path: '/operacao/entrada', title: titles.inbound, Content: Inbound },
  { path: '/operacao/tarefas', title: titles.jobs, Content: Jobs },
  { path: '/operacao/webhooks', title: titles.webhooks, Content: Webhooks },
] as const;

/** Jobs, mails and webhooks. Each section has its own address. */
export default function OperationsScreen() {
  const { secao } = useParams({ strict: false });
  const open = sections.find(({ path }) => path === `/operacao/${secao}`) ?? sections[0];
  return (
    <Page title={shell.titles.operations}>
      <nav aria-label={shell.titles.operations} className="tabs">
        {sections.map(({ path, title }) => (
          <Link
            key={path}
            className="button"
            to={path}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {title}
          </Link>
        ))}
      </nav>
      <section className="stack" aria-label={open.title}>
        <open.Content />
      </section>
    </Page>
  );
}
