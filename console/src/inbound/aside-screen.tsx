import { Page } from '../ui/page.tsx';
import { SetAside } from './set-aside.tsx';
import { inboundTexts as texts } from './texts.ts';

/** The mails that became no ticket and that nobody has looked at. */
export default function AsideScreen() {
  return (
    <Page title={texts.title}>
      <p>{texts.why}</p>
      <SetAside filter={{ unseen: true }} empty={texts.empty} may={['release', 'dismiss']} />
    </Page>
  );
}
