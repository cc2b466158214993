import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useWrite, write } from '../api/client.ts';
import { ConfirmDialog } from '../ui/actions.tsx';
import { Input } from '../ui/form.tsx';
import { OptionsDialog } from '../ui/overlays/options-dialog.tsx';
import { addDays, civilToday, morningOf } from '../ui/format/time.ts';
import { toast } from '../ui/overlays/toasts.tsx';
import type { ListedTicket } from '../queue/filter.ts';
import { momentsOn } from './snooze-moments.ts';
import { ticketTexts } from './texts.ts';

const { snooze: texts } = ticketTexts;

/** A ticket, and until when it is snoozed now. */
type Snoozable = Pick<ListedTicket, 'id' | 'snoozedUntil'>;

/** Asks until when tickets are out of the queue, and offers to undo it. */
export const SnoozeDialog = ({
  tickets,
  onDone,
  onClose,
}: {
  tickets: readonly Snoozable[];
  onDone?: () => void;
  onClose: () => void;
}) => {
  const [asksDay, setAsksDay] = useState(false);
  const today = civilToday();
  const moments: Readonly<Record<string, string | null>> = momentsOn(today);
  const idsOf = (some: readonly Snoozable[]) => some.map(({ id }) => id);
  const { mutate: giveBack } = useMutation({
    mutationFn: async () => {
      const groups = Map.groupBy(tickets, ({ snoozedUntil }) => snoozedUntil);
      for (const [until, group] of groups)
        await write('tickets.snooze', { ids: idsOf(group), until });
    },
  });
  const { mutate: snooze } = useWrite('tickets.snooze', {
    onSuccess: (_, { until }) => {
      onDone?.();
      toast(until === null ? texts.ended(tickets.length) : texts.done(tickets.length), {
        undo: giveBack,
      });
    },
  });
  const choose = (until: string | null) => {
    onClose();
    snooze({ ids: idsOf(tickets), until });
  };
  if (asksDay) {
    return (
      <ConfirmDialog
        title={texts.title}
        confirm={texts.title}
        onConfirm={({ day = '' }) => choose(morningOf(day))}
        onClose={onClose}
      >
        <Input
          label={texts.dayField}
          name="day"
          type="date"
          required
          min={addDays(today, 1)}
          defaultValue={addDays(today, 1)}
        />
      </ConfirmDialog>
    );
  }
  const isSnoozed = tickets.some(({ snoozedUntil }) => snoozedUntil !== null);
  const choices = ['tomorrow', 'monday', 'day', 'untilReader'] as const;
  return (
    <OptionsDialog
      title={texts.title}
      options={[...choices, ...(isSnoozed ? (['end'] as const) : [])].map((choice) => [
        choice,
        texts[choice],
      ])}
      onChoose={(choice) => {
        if (choice === 'day') setAsksDay(true);
        else choose(moments[choice] ?? null);
      }}
      onClose={onClose}
    />
  );
};
