import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useWrite, write } from '../api/client.ts';
import type { OutputOf } from '../api/procedures.ts';
import { toast } from '../app/toasts.tsx';
import { Actions } from '../parts/actions.tsx';
import { Field, Panel, Toolbar } from '../parts/page.tsx';
import { Editor, type EditorHandle } from '../reply/editor.tsx';
import { quickReplyTexts as texts } from '../texts/quick-replies.ts';
import { Preview, unknownVariables } from './preview.tsx';

const inputs = [
  { name: 'title', maxLength: 200, pattern: '.*\\S.*' },
  { name: 'shortcut', maxLength: 60, pattern: '\\s*/\\S+\\s*', title: texts.shortcutRule },
  { name: 'category', maxLength: 60, pattern: '.*\\S.*', list: 'categories' },
] as const;
const newReply = { title: '', shortcut: '/', category: '', content: '' };

/** Creates a quick reply, or changes one, beside what a reader would see of it. */
export const EditQuickReply = ({
  reply,
}: {
  reply: OutputOf<'quickReplies.list'>[number] | undefined;
}) => {
  const navigate = useNavigate();
  const editor = useRef<EditorHandle>(null);
  const [stored] = useState(reply ?? newReply);
  const [content, setContent] = useState(stored.content);
  const create = useWrite('quickReplies.create');
  const update = useWrite('quickReplies.update');
  useEffect(() => editor.current?.setHtml(stored.content), [stored]);

  const leave = () => navigate({ to: '/respostas-rapidas' });
  const unknown = unknownVariables(content);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const textOf = (name: string) => String(form.get(name));
    const written = {
      title: textOf('title'),
      shortcut: textOf('shortcut'),
      category: textOf('category'),
    };
    const onSuccess = () => {
      toast(texts.saved(written.title));
      void leave();
    };
    // A text that nobody touched stays as it was written.
    const text = content === stored.content ? undefined : content;
    if (reply) update.mutate({ id: reply.id, ...written, content: text }, { onSuccess });
    else create.mutate({ ...written, content }, { onSuccess });
  };
  return (
    <>
      <form className="stack" onSubmit={save}>
        <Toolbar>
          {inputs.map((input) => (
            <Field key={input.name} label={texts.fields[input.name]}>
              <input {...input} required autoComplete="off" defaultValue={stored[input.name]} />
            </Field>
          ))}
          <datalist id="categories">
            {texts.categories.map((known) => (
              <option key={known} value={known} />
            ))}
          </datalist>
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
            disabled={content === '' || unknown.length > 0 || create.isPending || update.isPending}
          >
            {texts.save}
          </button>
        </Toolbar>
      </form>
      {reply && (
        <Actions
          actions={[
            {
              text: texts.remove,
              asks: texts.removeWhy,
              danger: true,
              run: async () => {
                await write('quickReplies.delete', { id: reply.id });
                await leave();
                return texts.removed(reply.title);
              },
            },
          ]}
        />
      )}
    </>
  );
};
