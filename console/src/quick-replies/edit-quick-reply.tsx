import { useState } from 'react';
import { type ItemOf, write } from '../api/client.ts';
import { Editor } from '../reply/editor.tsx';
import { missingVariables } from '../reply/quick-replies.tsx';
import { changedFields, Input, Toolbar } from '../ui/form.tsx';
import { Panel } from '../ui/page.tsx';
import { ItemForm } from './item-form.tsx';
import { quickReplyTexts as texts } from './texts.ts';

const inputs = [
  { name: 'name', stored: 'title', maxLength: 200 },
  {
    name: 'shortcut',
    stored: 'shortcut',
    maxLength: 60,
    pattern: '\\s*/\\S+\\s*',
    title: texts.shortcutRule,
  },
  { name: 'category', stored: 'category', maxLength: 60, usual: texts.categories },
] as const;
const newReply = { id: 0, title: '', shortcut: '/', category: '', content: '' };

/** Creates a quick reply, or changes one. */
export const EditQuickReply = ({ reply }: { reply: ItemOf<'quickReplies.list'> | undefined }) => {
  const [stored] = useState(reply ?? newReply);
  const { id } = stored;
  const [content, setContent] = useState(stored.content);
  const unknown = missingVariables(content, example).map((name) => `{{${name}}}`);
  return (
    <ItemForm
      name={reply?.title}
      isBlocked={content === '' || unknown.length > 0}
      save={async ({ name: title = '', shortcut = '', category = '' }) => {
        const written = { title, shortcut, category };
        if (!reply) return write('quickReplies.create', { ...written, content });
        // An untouched text stays as it was written.
        const changed = content === stored.content ? undefined : content;
        const changes = { ...changedFields(stored, written), content: changed };
        return write('quickReplies.update', { id, ...changes });
      }}
      remove={() => write('quickReplies.delete', { id })}
      removeWhy={texts.removeWhy}
    >
      <Toolbar>
        {inputs.map(({ stored: field, ...input }) => (
          <Input
            key={field}
            label={texts.fields[field]}
            {...input}
            required
            defaultValue={stored[field]}
          />
        ))}
      </Toolbar>
      <Panel title={texts.text}>
        <Editor
          initial={stored.content}
          label={texts.text}
          placeholder={texts.textHint}
          onChange={setContent}
        />
        {unknown.length > 0 && <p role="alert">{texts.unknown(unknown.join(', '))}</p>}
      </Panel>
    </ItemForm>
  );
};

/** A ticket that has a value for each variable. */
const example = { requesterName: 'Maria Souza', newsletter: 'Bom Dia', ticketId: 4711 };
