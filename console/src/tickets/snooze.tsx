import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useWrite, write } from '../api/client.ts';
import { ConfirmDialog } from '../ui/actions.tsx';
import { Input } from '../ui/form.tsx';
import { addDays, civilToday } from '../ui/format/time.ts';
import { OptionsDialog } from '../ui/overlays/options-dialog.tsx';
import { toast } from '../ui/overlays/toasts.tsx';
import { choicesFor, momentOf, type Snoozable, snoozed, undoOfSnooze } from './snoozing.ts';
import { ticketTexts } from './texts.ts';

const { snooze: texts } = ticketTexts;

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
  const { mutate: giveBack } = useMutation({
    mutationFn: async () => {
      for (const input of undoOfSnooze(tickets)) await write('tickets.snooze', input);
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
    snooze(snoozed(tickets, until));
  };
  if (asksDay) {
    return (
      <ConfirmDialog
        title={texts.title}
        confirm={texts.title}
        onConfirm={({ day }) => choose(momentOf('day', today, day))}
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
  const choices = choicesFor(tickets);
  return (
    <OptionsDialog
      title={texts.title}
      options={choices.map((choice) => [choice, texts[choice]])}
      onChoose={(value) => {
        const choice = choices.find((offered) => offered === value);
        if (choice === 'day') setAsksDay(true);
        else if (choice) choose(momentOf(choice, today));
      }}
      onClose={onClose}
    />
  );
};
