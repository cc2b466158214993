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

/** Something that a button does. */
export interface Action {
  text: string;
  /** Names the button and its dialog where several buttons have the same text. */
  title?: string;
  /** The dialog before it: a question, or the fields that `run` gets. */
  asks?: ReactNode;
  /** The button of the dialog, if its text is another. */
  confirm?: string;
  look?: 'primary' | 'danger' | 'lined';
  icon?: LucideIcon;
  /** Its order of moving into the menu of a narrow row: 0 never, 3 always. Without it the row wraps. */
  rank?: 0 | 1 | 2 | 3;
  keys?: string | undefined;
  /** Shows something here and changes nothing: there is no `run`. */
  opens?: () => void;
  /** Gets the fields of the dialog. A text that it resolves to is shown. */
  run?: (fields: Fields) => Promise<unknown>;
  /** Shown unless `run` has a text. */
  done?: string;
}

/** Buttons, and the dialogs that they open before they do something. */
export const Actions = ({ actions }: { actions: readonly Action[] }) => {
  const [asked, setAsked] = useState<string>();
  const open = actions.find(({ text }) => text === asked);
  const isBusy = useRef(false);
  const work = useMutation({
    mutationFn: async ({ action, fields = {} }: { action: Action; fields: Fields | undefined }) =>
      action.run?.(fields),
    onSuccess: (result, { action: { done = uiTexts.done } }) => {
      toast(typeof result === 'string' ? result : done);
      setAsked(undefined);
    },
    onSettled: () => {
      isBusy.current = false;
    },
  });
  /** Two keys may come before the buttons are off. */
  const runOnce = (action: Action, fields?: Fields) => {
    if (isBusy.current) return;
    isBusy.current = true;
    work.mutate({ action, fields });
  };
  const start = (action: Action) => {
    if (isBusy.current) return;
    if (action.opens) action.opens();
    else if (action.asks === undefined) runOnce(action);
    else setAsked(action.text);
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
      // One that was switched off would lose the focus.
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
          onClose={() => setAsked(undefined)}
        >
          {typeof open.asks === 'string' ? <p>{open.asks}</p> : open.asks}
        </ConfirmDialog>
      )}
    </Toolbar>
  );
};

const Block = createContext<(blocked: boolean) => void>(() => {});

/** Switches the button off that confirms the dialog around a component. */
export const useBlocked = (blocked: boolean): void => {
  const block = useContext(Block);
  useLayoutEffect(() => block(blocked), [block, blocked]);
};

/** In a dialog: what a dry run counted, or why it could not; until then the dialog cannot be confirmed. */
export const Counted = <T,>({
  query: { data, error, isFetching },
  children,
}: {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}) => {
  const failure = useFailure(error);
  useBlocked(data === undefined || failure !== null);
  if (failure) return <p role="alert">{failure.text}</p>;
  const counted = data === undefined ? isFetching && uiTexts.counting : children(data);
  return <div role="status">{counted}</div>;
};

/**
 * Asks before something is done: what it touches, or what it needs to know.
 * @param confirm the text of the button that does it
 * @param busy the button is off while it is being done
 * @param startsAtConfirm the focus begins at that button; pressed early, it does it once it may
 * @param onConfirm gets the fields that have a name
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
  const [blocked, setBlocked] = useState(false);
  const isOff = busy || blocked;
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
        <Block value={setBlocked}>{children}</Block>
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
