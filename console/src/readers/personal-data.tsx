import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { read, write } from '../api/client.ts';
import { save } from '../charts/files.ts';
import { Actions } from '../parts/actions.tsx';
import { useBlocked } from '../parts/confirm-dialog.tsx';
import { Field, Panel } from '../parts/page.tsx';
import { Loaded } from '../parts/waiting.tsx';
import { readerTexts as texts } from '../texts/readers.ts';

/** What the service holds about a person, to export or to erase. For administrators. */
export const PersonalData = ({ email }: { email: string }) => {
  const found = useQuery(read('people.find', { email }));
  const navigate = useNavigate();
  const download = async () => {
    const person = await write('people.export', { email });
    save(`${email}.json`, new Blob([JSON.stringify(person, null, 2)]));
  };
  const erase = async (total: number) => {
    await write('people.erase', { email, dryRun: false, expected: total });
    void navigate({ to: '/leitores' });
  };
  const actionsOf = (total: number) => [
    { text: texts.export, run: download },
    {
      text: texts.erase,
      title: texts.eraseTitle,
      confirm: texts.erase,
      danger: true,
      asks: <TypedEmail email={email} warning={texts.eraseWarning(total)} />,
      run: () => erase(total),
      done: texts.erased(total),
    },
  ];
  return (
    <Loaded query={found}>
      {({ records }) => {
        const total = records.reduce((sum, { count }) => sum + count, 0);
        return (
          <Panel title={texts.data} actions={<Actions actions={actionsOf(total)} />}>
            <p>{texts.held(total)}</p>
          </Panel>
        );
      }}
    </Loaded>
  );
};

/** A warning, and the e-mail that is to be typed before it is done. */
const TypedEmail = ({ email, warning }: { email: string; warning: string }) => {
  const [typed, setTyped] = useState('');
  useBlocked(typed.trim().toLowerCase() !== email);
  return (
    <>
      <p>{warning}</p>
      <Field label={texts.eraseTyped}>
        <input value={typed} onChange={({ target }) => setTyped(target.value)} />
      </Field>
    </>
  );
};
