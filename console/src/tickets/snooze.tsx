import { useState } from 'react';
import { Form, Input, Toolbar } from '../ui/form.tsx';
import { addDays, civilToday } from '../ui/format/time.ts';
import { momentAt } from './snoozing.ts';
import { ticketTexts } from './texts.ts';

const { snooze: texts } = ticketTexts;

/** Asks for a day and an hour from now on. */
export const SnoozeForm = ({ onChoose }: { onChoose: (until: string) => void }) => {
  const today = civilToday();
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
