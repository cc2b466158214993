import { useState } from 'react';
import { Form, Input, Toolbar } from '../ui/form.tsx';
import { addDays, civilToday } from '../ui/format/time.ts';
import { OptionsDialog } from '../ui/overlays/options-dialog.tsx';
import { momentAt, momentsFrom } from './moments.ts';
import { replyTexts } from './texts.ts';

const { moments: texts } = replyTexts;

/** Asks for a moment: one of those offered, or a day and an hour from now on. */
export const MomentDialog = <Other,>({
  title,
  others = [],
  onChoose,
  onClose,
}: {
  title: string;
  /** Further choices, below the moments. */
  others?: readonly [text: string, value: Other][];
  onChoose: (moment: string | Other) => void;
  onClose: () => void;
}) => {
  const today = civilToday();
  const [offered] = useState(() => momentsFrom(Date.now()));
  const [isPast, setPast] = useState(false);
  const choices = [...offered, ...others];
  return (
    <OptionsDialog
      title={title}
      options={choices.map(([text]) => [text, text])}
      onChoose={(chosen) => {
        for (const [text, moment] of choices) if (text === chosen) onChoose(moment);
      }}
      onClose={onClose}
    >
      <Form
        onSubmit={({ day = '', hour = '' }) => {
          const moment = momentAt(day, hour, Date.now());
          if (moment === undefined) setPast(true);
          else onChoose(moment);
        }}
      >
        <Toolbar>
          <Input
            label={texts.day}
            name="day"
            type="date"
            required
            min={today}
            defaultValue={addDays(today, 1)}
          />
          <Input label={texts.hour} name="hour" type="time" required defaultValue="08:00" />
          <button type="submit" className="primary push">
            {title}
          </button>
        </Toolbar>
        {isPast && <p role="alert">{texts.past}</p>}
      </Form>
    </OptionsDialog>
  );
};
