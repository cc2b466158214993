import { Link } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';
import { SetAsideMails } from './set-aside-mails.tsx';
import { setAsideTexts as texts } from './texts.ts';

/** The set-aside mails that nobody has viewed yet. */
export default function SetAsideScreen() {
  return (
    <Page title={texts.title} actions={<Link to="/fila">{texts.back}</Link>}>
      <p>{texts.why}</p>
      <SetAsideMails filter={{ unseen: true }} empty={texts.empty} may={['release', 'dismiss']} />
    </Page>
  );
}
