import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import styles from './actions.module.css';
import { type Fields, Form, Toolbar } from './form.tsx';
import { Dialog } from './overlays/dialog.tsx';
import { Menu } from './overlays/menu.tsx';
import { toast } from './overlays/toasts.tsx';
import { Button } from './page.tsx';
import { useCommands } from './state/commands.ts';
import { useFailure } from './state/failures.ts';
import { uiTexts } from './texts.ts';

/** An action that a button runs. */
export interface Action {
  text: string;
  /** Names the button and its dialog if other buttons have the same text. */
  title?: string;
  /** The contents of a dialog before the action: a question, or fields that `run` is called with. */
  asks?: ReactNode;
  /** The text of the dialog's button, if it differs from the action's text. */
  confirm?: string;
  look?: 'primary' | 'danger' | 'lined';
  icon?: LucideIcon;
  /** How early a narrow row moves the button into its menu: 0 never, 3 always. Without it the row wraps. */
  rank?: 0 | 1 | 2 | 3;
  keys?: string;
  /** Opens something on the page and changes no data; the action then has no `run`. */
  opens?: () => void;
  /** Called with the dialog's fields. A text that it resolves to is shown. */
  run?: (fields: Fields) => Promise<unknown>;
  /** A text to show afterwards, unless `run` resolves to one. */
  done?: string;
  /** The dialog for the secret that `run` resolves to, which nobody sees again. */
  secret?: Secret;
}

interface Secret {
  title: string;
  why: string;
}

/** Buttons, with the dialogs that they open first. */
export const Actions = ({ actions }: { actions: readonly Action[] }) => {
  // The dialog keeps what it showed when it opened, even if the page has newer data meanwhile.
  const [open, setOpen] = useState<Action>();
  const [secret, setSecret] = useState<Secret & { text: string }>();
  const isBusy = useRef(false);
  const work = useMutation({
    mutationFn: async ({ action, fields = {} }: { action: Action; fields: Fields | undefined }) =>
      action.run?.(fields),
    onSuccess: (result, { action }) => {
      setOpen(undefined);
      const text = typeof result === 'string' ? result : (action.done ?? uiTexts.done);
      if (action.secret) setSecret({ ...action.secret, text });
      else toast(text);
    },
    onSettled: () => {
      isBusy.current = false;
    },
  });
  /** A second key press may come before the buttons are disabled. */
  const runOnce = (action: Action, fields?: Fields) => {
    if (isBusy.current) return;
    isBusy.current = true;
    work.mutate({ action, fields });
  };
  const start = (action: Action) => {
    if (isBusy.current) return;
    if (action.opens) action.opens();
    else if (action.asks) setOpen(action);
    else runOnce(action);
  };
  useCommands(
    actions.flatMap((action) => {
      const { text, keys } = action;
      return keys ? [{ group: 'page', text, keys, run: () => start(action) }] : [];
    }),
  );
  const buttonOf = (action: Action, place: string | undefined) => (
    <Button
      text={action.text}
      icon={action.icon}
      keys={place === styles.menued ? action.keys : undefined}
      key={action.text}
      className={`${action.look ?? ''} ${place}`}
      data-rank={action.rank}
      aria-label={action.title}
      // A disabled button would lose the focus.
      aria-disabled={work.isPending || undefined}
      onClick={() => start(action)}
    />
  );
  if (actions.length === 0) return null;
  return (
    <Toolbar>
      {actions.map((action) => action.rank !== 3 && buttonOf(action, styles.row))}
      {actions.some(({ rank }) => rank) && (
        <Menu text={uiTexts.moreActions}>
          {actions.map((action) => action.rank !== undefined && buttonOf(action, styles.menued))}
        </Menu>
      )}
      {open && (
        <ConfirmDialog
          title={open.title ?? open.text}
          confirm={open.confirm ?? open.text}
          danger={open.look === 'danger'}
          busy={work.isPending}
          onConfirm={(fields) => runOnce(open, fields)}
          onClose={() => setOpen(undefined)}
        >
          {typeof open.asks === 'string' ? <p>{open.asks}</p> : open.asks}
        </ConfirmDialog>
      )}
      {secret && (
        <Dialog title={secret.title} onClose={() => setSecret(undefined)}>
          <p>{secret.why}</p>
          <input aria-label={secret.title} readOnly value={secret.text} />
          <Actions
            actions={[
              {
                text: uiTexts.copy,
                run: () => navigator.clipboard.writeText(secret.text),
                done: uiTexts.copied,
              },
            ]}
          />
        </Dialog>
      )}
    </Toolbar>
  );
};

const Block = createContext<(change: (blocks: number) => number) => void>(() => {});

/** Disables the confirm button of the surrounding dialog. */
export const useBlocked = (blocked: boolean): void => {
  const block = useContext(Block);
  useLayoutEffect(() => {
    if (!blocked) return;
    block((blocks) => blocks + 1);
    return () => block((blocks) => blocks - 1);
  }, [block, blocked]);
};

/**
 * In a dialog: the count of a dry run, or why it failed. The dialog cannot be confirmed before the count.
 * @param expected the name of the number that the confirmation sends as the field `expected`
 */
export const Counted = <T extends object>({
  query: { data, error, isFetching },
  expected,
  children,
}: {
  query: UseQueryResult<T>;
  expected?: keyof T;
  children: (data: T) => ReactNode;
}) => {
  const failure = useFailure(error);
  useBlocked(data === undefined || failure !== null);
  if (failure) return <p role="alert">{failure.text}</p>;
  const counted = data === undefined ? isFetching && uiTexts.counting : children(data);
  return (
    <div role="status">
      {expected && data !== undefined && (
        <input type="hidden" name="expected" value={String(data[expected])} />
      )}
      {counted}
    </div>
  );
};

/**
 * Asks for confirmation, or for fields, before an action.
 * @param confirm the text of the confirm button
 * @param busy disables the button while the action runs
 * @param startsAtConfirm puts the focus on that button; an early key press is run once the button is enabled
 * @param onConfirm called with the named fields
 */
export const ConfirmDialog = ({
  title,
  confirm,
  danger = false,
  busy = false,
  startsAtConfirm = false,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  confirm: string;
  danger?: boolean;
  busy?: boolean;
  startsAtConfirm?: boolean;
  onConfirm: (fields: Fields) => void;
  onClose: () => void;
  children: ReactNode;
}) => {
  const [blocks, setBlocks] = useState(0);
  const isOff = busy || blocks > 0;
  const button = useRef<HTMLButtonElement>(null);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || isOff) return;
    setWanted(false);
    button.current?.form?.requestSubmit();
  }, [isWanted, isOff]);
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={(fields) => (isOff ? setWanted(true) : onConfirm(fields))}>
        <Block value={setBlocks}>{children}</Block>
        <div className="line end">
          <Button text={uiTexts.cancel} onClick={onClose} />
          <button
            ref={button}
            type="submit"
            className={danger ? 'danger lined' : 'primary'}
            data-first={startsAtConfirm || undefined}
            disabled={isOff && !startsAtConfirm}
            aria-disabled={isOff || undefined}
          >
            {confirm}
          </button>
        </div>
      </Form>
    </Dialog>
  );
};
