import { useState } from 'react';
import { Form, Input, Toolbar } from '../ui/form.tsx';
import { addDays, civilToday, dayOf, fromField, mondayOf } from '../ui/format/time.ts';
import { OptionsDialog } from '../ui/overlays/options-dialog.tsx';
import { replyTexts } from './texts.ts';

const { moments: texts } = replyTexts;

const leastMs = 30 * 60_000;

/** The timestamp of a day and an hour in São Paulo; undefined if it has passed. */
export const momentAt = (day: string, hour: string, now: number): string | undefined => {
  const moment = fromField(`${day}T${hour}`);
  return Date.parse(moment) > now ? moment : undefined;
};

/** The moments that are offered for a snooze or a scheduled reply. */
export const momentsFrom = (now: number): [text: string, moment: string][] => {
  const today = dayOf(new Date(now).toISOString());
  const offered: [text: string, day: string, hour: string][] = [
    [texts.tomorrow, addDays(today, 1), '08:00'],
    [texts.monday, addDays(mondayOf(today), 7), '08:00'],
    ...['12', '15', '18'].map((hour): [string, string, string] => [
      texts.today(hour),
      today,
      `${hour}:00`,
    ]),
  ];
  return offered.flatMap(([text, day, hour]) => {
    const moment = momentAt(day, hour, now + leastMs);
    return moment === undefined ? [] : [[text, moment] satisfies [string, string]];
  });
};

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
