import { useMutation } from '@tanstack/react-query';
import { useRead, write } from '../api/client.ts';
import { useRequestKey } from '../reply/sending.tsx';
import { useNames } from '../shell/people.ts';
import { act } from '../shell/undo/undo-stack.ts';
import { OptionsDialog } from '../ui/overlays/options-dialog.tsx';
import { undoOf, useMoveOn } from './changing.ts';
import type { OpenTicket } from './conversation/thread.ts';
import { type Macro, settles, summaryOf } from './macro-actions.ts';
import { ticketTexts } from './texts.ts';

const { macros: texts, bulk } = ticketTexts;

/** Returns a function that describes the actions of a macro. */
export const useSummary = (): ((macro: Pick<Macro, 'actions'>) => string) => {
  const tags = useRead('tags.list').data?.items ?? [];
  const nameOf = useNames();
  const tagOf = (id: number) => tags.find((tag) => tag.id === id)?.name ?? `#${id}`;
  return ({ actions }) => summaryOf(actions, tagOf, nameOf);
};

/** Lets the person choose a macro by name. */
export const MacrosDialog = ({
  onChoose,
  onClose,
}: {
  onChoose: (macro: Macro) => void;
  onClose: () => void;
}) => {
  const list = useRead('macros.list');
  const macros = list.data?.items ?? [];
  const read = useSummary();
  return (
    <OptionsDialog
      title={texts.title}
      isFinding={list.isPending}
      options={macros.map((macro) => [
        String(macro.id),
        macro.name,
        <span key={macro.id} className="faint clip">
          {read(macro)}
        </span>,
      ])}
      onChoose={(id) => {
        const macro = macros.find((one) => String(one.id) === id);
        if (macro) onChoose(macro);
      }}
      onClose={onClose}
    >
      {list.data && macros.length === 0 && <p className="small">{texts.none}</p>}
    </OptionsDialog>
  );
};

/** Returns a function that runs a macro on the open ticket. */
export const useRunMacro = ({ id, messages }: OpenTicket) => {
  const moveOn = useMoveOn();
  const requestKey = useRequestKey();
  const lastSeenMessageId = messages.at(-1)?.id;
  return useMutation({
    mutationFn: async (macro: Macro) => {
      const back = settles(macro.actions) ? moveOn([id], id) : () => undefined;
      const input = { id: macro.id, ids: [id], expected: 1, lastSeenMessageId };
      await act(
        () => write('macros.run', { ...input, requestKey: requestKey.for(input) }),
        (ran) => {
          requestKey.renew();
          const failed = ran.dryRun ? undefined : ran.outcomes.find(({ ok }) => !ok);
          if (ran.dryRun || failed) {
            back();
            return { refused: bulk.failure(id, failed?.reason) };
          }
          return [texts.done(macro.name), undoOf(ran.changeId, back)];
        },
      ).catch((error) => {
        back();
        throw error;
      });
    },
  }).mutate;
};
