import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useWrite } from '../api/client.ts';
import type { OutputOf } from '../api/procedures.ts';
import { toast } from '../app/toasts.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
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
  const [fields, setFields] = useState(reply ?? newReply);
  const [asksDelete, setAsksDelete] = useState(false);
  const create = useWrite('quickReplies.create');
  const update = useWrite('quickReplies.update');
  const remove = useWrite('quickReplies.delete');
  const stored = useRef(fields.content);
  useEffect(() => editor.current?.setHtml(stored.current), []);

  const change = (changes: Partial<typeof newReply>) =>
    setFields((before) => ({ ...before, ...changes }));
  const leave = (text: string) => {
    toast(text);
    void navigate({ to: '/respostas-rapidas' });
  };
  const { title, shortcut, category, content } = fields;
  const unknown = unknownVariables(content);
  const save = (event: React.FormEvent) => {
    event.preventDefault();
    const onSuccess = () => leave(texts.saved(title));
    // A text that nobody touched stays as it was written.
    const text = content === stored.current ? undefined : content;
    const written = { title, shortcut, category };
    if (reply) update.mutate({ id: reply.id, ...written, content: text }, { onSuccess });
    else create.mutate({ ...written, content }, { onSuccess });
  };
  return (
    <>
      <form onSubmit={save} id="quick-reply">
        <Toolbar>
          {inputs.map(({ name, ...input }) => (
            <Field key={name} label={texts.fields[name]}>
              <input
                {...input}
                required
                autoComplete="off"
                value={fields[name]}
                onChange={({ target }) => change({ [name]: target.value })}
              />
            </Field>
          ))}
          <datalist id="categories">
            {texts.categories.map((known) => (
              <option key={known} value={known} />
            ))}
          </datalist>
        </Toolbar>
      </form>
      <Panel title={texts.text}>
        <Editor
          ref={editor}
          label={texts.text}
          placeholder={texts.textHint}
          onChange={(html) => change({ content: html })}
        />
        {unknown.length > 0 && <p role="alert">{texts.unknown(unknown.join(', '))}</p>}
      </Panel>
      <Preview content={content} />
      <Toolbar>
        <button
          type="submit"
          form="quick-reply"
          className="primary"
          disabled={content === '' || unknown.length > 0 || create.isPending || update.isPending}
        >
          {texts.save}
        </button>
        {reply && (
          <button type="button" className="danger" onClick={() => setAsksDelete(true)}>
            {texts.remove}
          </button>
        )}
      </Toolbar>
      {reply && asksDelete && (
        <ConfirmDialog
          title={texts.removeOf(reply.title)}
          confirm={texts.remove}
          danger
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate({ id: reply.id }, { onSuccess: () => leave(texts.removed(reply.title)) })
          }
          onClose={() => setAsksDelete(false)}
        >
          <p>{texts.removeWhy}</p>
        </ConfirmDialog>
      )}
    </>
  );
};
