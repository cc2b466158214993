import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { Actions } from '../ui/actions.tsx';
import { type Fields, Form, Toolbar } from '../ui/form.tsx';
import { toast } from '../ui/overlays/toasts.tsx';
import { Button } from '../ui/page.tsx';
import styles from './macros.module.css';
import { itemTexts as texts } from './texts.ts';

/** The form of a quick reply, a macro or a rule. After saving and deleting the list opens. */
export const ItemForm = ({
  name,
  save,
  isBlocked,
  preview,
  remove,
  removeWhy = texts.removeWhy,
  children,
}: {
  /** The name of the stored item. */
  name?: string;
  save: (fields: Fields) => Promise<unknown>;
  isBlocked?: boolean;
  /** Called with the fields by a button beside the one that saves. */
  preview?: (fields: Fields) => void;
  remove: () => Promise<unknown>;
  removeWhy?: string;
  children: ReactNode;
}) => {
  const form = useId();
  const navigate = useNavigate();
  const leave = () => navigate({ to: '/respostas-rapidas' });
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (_, fields) => {
      toast(texts.saved(fields.name ?? ''));
      void leave();
    },
  });
  const removal = {
    text: texts.remove,
    asks: removeWhy,
    look: 'danger',
    run: () => remove().then(leave),
    done: texts.removed(name ?? ''),
  } as const;
  return (
    <div className={`stack ${styles.edit}`}>
      <Form
        id={form}
        onSubmit={(fields) =>
          preview && 'preview' in fields ? preview(fields) : saving.mutate(fields)
        }
      >
        {children}
      </Form>
      {/* Outside of the form, because the dialog of an action is a form itself. */}
      <div className="line between">
        <Toolbar>
          <button
            type="submit"
            form={form}
            className="primary"
            disabled={isBlocked || saving.isPending}
          >
            {texts.save}
          </button>
          {preview && <Button type="submit" form={form} name="preview" text={texts.preview} />}
        </Toolbar>
        {name !== undefined && <Actions actions={[removal]} />}
      </div>
    </div>
  );
};
