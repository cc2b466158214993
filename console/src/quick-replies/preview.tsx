import { useLayoutEffect, useRef } from 'react';
import { useSession } from '../app/session.ts';
import { Panel } from '../parts/page.tsx';
import { fillVariables } from '../reply/quick-replies.tsx';
import { asHtml, safeFragment } from '../reply/safe-html.ts';
import { quickReplyTexts as texts } from '../texts/quick-replies.ts';

const example = { requesterName: 'Maria Souza', newsletter: 'Bom Dia', ticketId: 4711 };
const braces = /\{\{[^{}]*\}\}/g;

/** The variables of a text that do not exist, with their braces, each once. */
export const unknownVariables = (content: string): string[] => [
  ...new Set(fillVariables(content, example, texts.title).match(braces)),
];

/** A quick reply filled in for an example ticket; variables that do not exist are marked. */
export const Preview = ({ content }: { content: string }) => {
  const agent = useSession()?.name ?? '';
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const filled = fillVariables(asHtml(content), example, agent);
    const fragment = safeFragment(filled.replaceAll(braces, '<code>$&</code>'));
    for (const code of fragment.querySelectorAll('code')) {
      if (!code.textContent.startsWith('{{')) continue;
      const mark = document.createElement('mark');
      mark.textContent = code.textContent;
      code.replaceWith(mark);
    }
    place.current?.replaceChildren(fragment);
  }, [content, agent]);
  return (
    <Panel title={texts.preview}>
      <p>{texts.previewOf(example.requesterName)}</p>
      <div ref={place} />
    </Panel>
  );
};
