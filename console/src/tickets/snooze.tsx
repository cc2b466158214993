import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { write } from '../api/client.ts';
import { act } from '../shell/undo/undo-stack.ts';
import { Form, Input, Toolbar } from '../ui/form.tsx';
import { addDays, civilToday } from '../ui/format/time.ts';
import { OptionsDialog } from '../ui/overlays/options-dialog.tsx';
import { undoOf, useMoveOn } from './changing.ts';
import { choicesFor, momentAt, type Snoozable } from './snoozing.ts';
import { ticketTexts } from './texts.ts';

const { snooze: texts } = ticketTexts;

/** Asks until when tickets are snoozed. */
export const SnoozeDialog = ({
  tickets,
  openId,
  onDone,
  onClose,
}: {
  tickets: readonly Snoozable[];
  /** The open ticket. If it is among the snoozed ones, the next ticket opens. */
  openId: number | undefined;
  onDone?: () => void;
  onClose: () => void;
}) => {
  const today = civilToday();
  const moveOn = useMoveOn();
  const { mutate: snooze } = useMutation({
    mutationFn: (until: string | null) => {
      const ids = tickets.map(({ id }) => id);
      const back = until === null ? () => undefined : moveOn(ids, openId);
      return act(
        () => write('tickets.snooze', { ids, until }),
        ({ changeId }) => [
          until === null ? texts.ended(tickets.length) : texts.done(tickets.length),
          changeId === undefined ? undefined : undoOf(changeId, back),
        ],
      );
    },
    onSuccess: onDone,
  });
  const choose = (until: string | null) => {
    onClose();
    snooze(until);
  };
  const [choices] = useState(() => choicesFor(tickets, Date.now()));
  return (
    <OptionsDialog
      title={texts.title}
      options={choices.map(([text]) => [text, text])}
      onChoose={(chosen) => {
        const choice = choices.find(([text]) => text === chosen);
        if (choice) choose(choice[1]);
      }}
      onClose={onClose}
    >
      <Moment today={today} onChoose={choose} />
    </OptionsDialog>
  );
};

/** Asks for a day and an hour from now on. */
const Moment = ({ today, onChoose }: { today: string; onChoose: (until: string) => void }) => {
  const [isPast, setPast] = useState(false);
  return (
    <Form
      onSubmit={({ day = '', hour = '' }) => {
        const until = momentAt(day, hour, Date.now());
        if (until === undefined) setPast(true);
        else onChoose(until);
      }}
    >
      <Toolbar>
        <Input
          label={texts.dayField}
          name="day"
          type="date"
          required
          min={today}
          defaultValue={addDays(today, 1)}
        />
        <Input label={texts.hourField} name="hour" type="time" required defaultValue="08:00" />
        <button type="submit" className="primary push">
          {texts.title}
        </button>
      </Toolbar>
      {isPast && <p role="alert">{texts.past}</p>}
    </Form>
  );
};
