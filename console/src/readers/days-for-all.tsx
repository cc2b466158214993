import { useState } from 'react';
import { type ItemOf, useDryRun, usePages, write } from '../api/client.ts';
import { type Action, Actions, Counted } from '../ui/actions.tsx';
import { Input, Reason } from '../ui/form.tsx';
import { addDays, civilToday, fullDay } from '../ui/format/time.ts';
import { Moment, Panel } from '../ui/page.tsx';
import { List } from '../ui/table.tsx';
import { uiTexts } from '../ui/texts.ts';
import { readerTexts as texts } from './texts.ts';

type GivenDay = ItemOf<'streaks.dayForAll.list'>;

/** The days that were given to all, and a form that gives one. */
export const DaysForAll = () => (
  <Panel title={texts.daysForAll} actions={<Actions actions={[give]} />}>
    <List
      label={texts.daysForAll}
      query={usePages('streaks.dayForAll.list', {})}
      empty={texts.noDaysForAll}
      columns={{
        [texts.day]: ({ day }) => fullDay(day),
        [uiTexts.reason]: ({ reason }) => reason,
        [texts.readers]: ({ readers }) => readers,
        [texts.state]: ({ day, undoneAt }) => {
          if (undoneAt) {
            return (
              <>
                {texts.undone} (<Moment at={undoneAt} />)
              </>
            );
          }
          return day < civilToday() ? texts.given : texts.givenWhenOver;
        },
      }}
      actions={(given) => (given.undoneAt ? [] : [undo(given)])}
    />
  </Panel>
);

const give: Action = {
  text: texts.addDayForAll,
  asks: <Give />,
  run: async ({ day = '', reason = '', expected }) => {
    const { total } = await write('streaks.addDayForAll', {
      day,
      reason,
      expected: Number(expected),
    });
    return day < civilToday() ? texts.restored(total) : texts.scheduled(fullDay(day));
  },
};

/** A form with the day and the reason, which shows how many readers lost that day. */
function Give() {
  const today = civilToday();
  const [day, setDay] = useState(addDays(today, -1));
  const count = useDryRun('streaks.addDayForAll', { day, reason: '.' }, day !== '');
  return (
    <>
      <p>{texts.addDayForAllWhy}</p>
      <Input
        label={texts.day}
        type="date"
        name="day"
        required
        max={addDays(today, 30)}
        value={day}
        onChange={setDay}
      />
      <Reason required />
      <Counted query={count} expected="total">
        {({ total }) => (day < today ? texts.lost(total) : texts.notOver)}
      </Counted>
    </>
  );
}

const undo = ({ id, day }: GivenDay): Action => ({
  text: uiTexts.undo,
  title: texts.undoDay(fullDay(day)),
  look: 'danger',
  asks: <Undo id={id} />,
  run: async ({ expected }) => {
    const { total } = await write('streaks.dayForAll.undo', { id, expected: Number(expected) });
    return texts.takenBack(total);
  },
});

/** Shows how many readers would lose the day. */
const Undo = ({ id }: { id: number }) => (
  <Counted query={useDryRun('streaks.dayForAll.undo', { id })} expected="total">
    {({ total }) => texts.wouldLose(total)}
  </Counted>
);
