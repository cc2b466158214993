import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type OutputOf, write } from '../api/client.ts';
import { Editor, type EditorHandle } from '../reply/editor.tsx';
import { fillVariables } from '../reply/quick-replies.tsx';
import { asHtml, ReplyHtml } from '../reply/reply-html.tsx';
import { useSession } from '../shell/session.ts';
import { Actions } from '../ui/actions.tsx';
import { changedFields, type Fields, Form, Input, Toolbar } from '../ui/form.tsx';
import { toast } from '../ui/overlays/toasts.tsx';
import { Panel } from '../ui/page.tsx';
import { quickReplyTexts as texts } from './texts.ts';

const inputs = [
  { name: 'title', maxLength: 200 },
  { name: 'shortcut', maxLength: 60, pattern: '\\s*/\\S+\\s*', title: texts.shortcutRule },
  { name: 'category', maxLength: 60, usual: texts.categories },
] as const;
const newReply = { title: '', shortcut: '/', category: '', content: '' };

/** Creates a quick reply, or changes one, beside what a reader would see of it. */
export const EditQuickReply = ({
  reply,
}: {
  reply: OutputOf<'quickReplies.list'>['items'][number] | undefined;
}) => {
  const navigate = useNavigate();
  const editor = useRef<EditorHandle>(null);
  const [stored] = useState(reply ?? newReply);
  const [content, setContent] = useState(stored.content);
  useEffect(() => editor.current?.setHtml(stored.content), [stored]);

  const leave = () => navigate({ to: '/respostas-rapidas' });
  const unknown = unknownVariables(content);
  const save = useMutation({
    mutationFn: ({ title = '', shortcut = '', category = '' }: Fields): Promise<unknown> => {
      const written = { title, shortcut, category };
      if (!reply) return write('quickReplies.create', { ...written, content });
      // An untouched text stays as it was written.
      const changed = content === stored.content ? undefined : content;
      const changes = { ...changedFields(stored, written), content: changed };
      return write('quickReplies.update', { id: reply.id, ...changes });
    },
    onSuccess: (_, { title = '' }) => {
      toast(texts.saved(title));
      void leave();
    },
  });
  return (
    <>
      <Form onSubmit={save.mutate}>
        <Toolbar>
          {inputs.map((input) => (
            <Input
              key={input.name}
              label={texts.fields[input.name]}
              {...input}
              required
              autoComplete="off"
              defaultValue={stored[input.name]}
            />
          ))}
        </Toolbar>
        <Panel title={texts.text}>
          <Editor
            ref={editor}
            label={texts.text}
            placeholder={texts.textHint}
            onChange={setContent}
          />
          {unknown.length > 0 && <p role="alert">{texts.unknown(unknown.join(', '))}</p>}
        </Panel>
        <Preview content={content} />
        <Toolbar>
          <button
            type="submit"
            className="primary"
            disabled={content === '' || unknown.length > 0 || save.isPending}
          >
            {texts.save}
          </button>
        </Toolbar>
      </Form>
      {reply && (
        <Actions
          actions={[
            {
              text: texts.remove,
              asks: texts.removeWhy,
              look: 'danger',
              run: () => write('quickReplies.delete', { id: reply.id }).then(leave),
              done: texts.removed(reply.title),
            },
          ]}
        />
      )}
    </>
  );
};

const example = { requesterName: 'Maria Souza', newsletter: 'Bom Dia', ticketId: 4711 };
const braces = /\{\{[^{}]*\}\}/g;

/** The variables of a text that do not exist, with their braces, each once. */
const unknownVariables = (content: string): string[] => [
  ...new Set(fillVariables(content, example, 'agente').match(braces)),
];

/** A quick reply filled in for an example ticket; variables that do not exist are marked. */
export const Preview = ({ content }: { content: string }) => {
  const agent = useSession().name;
  const filled = fillVariables(asHtml(content), example, agent);
  return (
    <Panel title={texts.preview}>
      <p>{texts.previewOf(example.requesterName)}</p>
      <ReplyHtml html={filled.replaceAll(braces, '<mark>$&</mark>')} />
    </Panel>
  );
};
