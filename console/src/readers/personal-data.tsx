import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../api/client.ts';
import { toast } from '../app/toasts.tsx';
import { save } from '../charts/files.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field, Panel } from '../parts/page.tsx';
import { Failed, Loading } from '../parts/waiting.tsx';
import { readerTexts as texts } from '../texts/readers.ts';

/** What the service holds about a person, to export or to erase. For administrators. */
export const PersonalData = ({ email }: { email: string }) => {
  const found = useQuery(read('people.find', { email }));
  // The e-mail typed into the dialog that asks before an erasure; undefined: it is closed.
  const [typed, setTyped] = useState<string>();
  const navigate = useNavigate();
  const exportPerson = useWrite('people.export');
  const erase = useWrite('people.erase');
  if (found.isError) return <Failed error={found.error} onAgain={() => void found.refetch()} />;
  if (found.isPending) return <Loading />;
  const total = found.data.records.reduce((sum, { count }) => sum + count, 0);
  const onSuccess = (person: unknown) =>
    save(`${email}.json`, new Blob([JSON.stringify(person, null, 2)]));
  const eraseAll = () =>
    erase.mutate(
      { email, dryRun: false, expected: total },
      {
        onSuccess: () => {
          toast(texts.erased(total));
          void navigate({ to: '/leitores' as string });
        },
        // Something else was stored meanwhile: it is counted again.
        onError: () => void found.refetch(),
      },
    );
  return (
    <Panel
      title={texts.data}
      actions={
        <>
          <button type="button" onClick={() => exportPerson.mutate({ email }, { onSuccess })}>
            {texts.export}
          </button>
          <button type="button" className="danger" onClick={() => setTyped('')}>
            {texts.erase}
          </button>
        </>
      }
    >
      <p>{texts.held(total)}</p>
      {typed !== undefined && (
        <ConfirmDialog
          title={texts.eraseTitle}
          confirm={texts.erase}
          danger
          busy={typed.trim().toLowerCase() !== email || erase.isPending}
          onClose={() => setTyped(undefined)}
          onConfirm={eraseAll}
        >
          <p>{texts.eraseWarning(total)}</p>
          <Field label={texts.eraseTyped}>
            <input value={typed} onChange={({ target }) => setTyped(target.value)} />
          </Field>
        </ConfirmDialog>
      )}
    </Panel>
  );
};
