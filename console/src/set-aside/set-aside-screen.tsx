import { Page } from '../ui/page.tsx';
import { SetAsideMails } from './set-aside-mails.tsx';
import { setAsideTexts as texts } from './texts.ts';

/** The mails that became no ticket and were not viewed yet. */
export default function SetAsideScreen() {
  return (
    <Page title={texts.title}>
      <p>{texts.why}</p>
      <SetAsideMails filter={{ unseen: true }} empty={texts.empty} may={['release', 'dismiss']} />
    </Page>
  );
}
