import { useState } from 'react';
import { write } from '../api/client.ts';
import { ConfirmDialog } from '../ui/actions.tsx';
import { Input } from '../ui/form.tsx';
import { OptionsDialog } from '../ui/options-dialog.tsx';
import { addDays, civilToday, morningOf } from '../ui/time.ts';
import { toast } from '../ui/toasts.tsx';
import type { ListedTicket } from './filter.ts';
import { momentsOn } from './snooze-moments.ts';
import { ticketTexts } from './texts.ts';

const { snooze: texts } = ticketTexts;

/** A ticket, and until when it is snoozed now. */
type Snoozable = Pick<ListedTicket, 'id' | 'snoozedUntil'>;

const send = async (tickets: readonly Snoozable[], until: string | null): Promise<void> => {
  await write('tickets.snooze', { ids: tickets.map(({ id }) => id), until });
};

/** As they were, each group by its moment. */
const giveBack = async (tickets: readonly Snoozable[]): Promise<void> => {
  const groups = Map.groupBy(tickets, ({ snoozedUntil }) => snoozedUntil);
  for (const [until, group] of groups) await send(group, until);
};

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
  const choose = async (until: string | null) => {
    onClose();
    await send(tickets, until);
    onDone?.();
    toast(until === null ? texts.ended(tickets.length) : texts.done(tickets.length), {
      undo: () => void giveBack(tickets),
    });
  };
  if (asksDay) {
    return (
      <ConfirmDialog
        title={texts.title}
        confirm={texts.title}
        onConfirm={({ day = '' }) => void choose(morningOf(day))}
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
        else void choose(moments[choice] ?? null);
      }}
      onClose={onClose}
    />
  );
};
