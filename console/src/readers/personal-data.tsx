import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../api/client.ts';
import { toast } from '../app/toasts.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field, Panel } from '../parts/page.tsx';
import { saveFile } from '../parts/save-file.ts';
import { Table } from '../parts/table.tsx';
import { Failed, Loading } from '../parts/waiting.tsx';
import { readerTexts as texts } from '../texts/readers.ts';

/** What the service holds about a person, to export or to erase. For administrators. */
export const PersonalData = ({ email }: { email: string }) => {
  const found = useQuery(read('people.find', { email }));
  const [erases, setErases] = useState(false);
  const exportPerson = useWrite('people.export');
  if (found.isError) return <Failed error={found.error} onAgain={() => void found.refetch()} />;
  if (found.isPending) return <Loading />;
  const records = found.data.records.filter(({ count }) => count > 0);
  return (
    <Panel
      title={texts.data}
      actions={
        records.length > 0 && (
          <>
            <button
              type="button"
              disabled={exportPerson.isPending}
              onClick={() =>
                exportPerson.mutate(
                  { email },
                  {
                    onSuccess: (person) =>
                      saveFile(
                        `${email}.json`,
                        new Blob([JSON.stringify(person, null, 2)], { type: 'application/json' }),
                      ),
                  },
                )
              }
            >
              {texts.export}
            </button>
            <button type="button" className="danger" onClick={() => setErases(true)}>
              {texts.erase}
            </button>
          </>
        )
      }
    >
      {records.length === 0 ? (
        <p>{texts.noData}</p>
      ) : (
        <Table
          label={texts.data}
          items={records}
          keyOf={({ kind }) => kind}
          columns={[
            { title: texts.kind, cell: ({ kind }) => texts.kinds[kind] ?? kind },
            {
              title: texts.count,
              cell: ({ count }) => count.toLocaleString('pt-BR'),
              number: true,
            },
          ]}
        />
      )}
      {erases && <EraseDialog email={email} onClose={() => setErases(false)} />}
    </Panel>
  );
};

/** Erases a person after their e-mail was typed, if what would be erased is still what the dialog counted. */
const EraseDialog = ({ email, onClose }: { email: string; onClose: () => void }) => {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const erase = useWrite('people.erase');
  const counted = useQuery({ ...read('people.find', { email }), staleTime: 0 }).data;
  const total = counted?.records.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const isTyped = typed.trim().toLowerCase() === email;
  return (
    <ConfirmDialog
      title={texts.eraseTitle}
      confirm={texts.erase}
      danger
      busy={!isTyped || erase.isPending}
      onClose={onClose}
      onConfirm={() =>
        erase.mutate(
          { email, dryRun: false, expected: total },
          {
            onSuccess: () => {
              toast(texts.erased(total));
              void navigate({ to: '/leitores' as string });
            },
          },
        )
      }
    >
      <p>{texts.eraseWarning(total)}</p>
      <Field label={texts.eraseTyped}>
        <input required value={typed} onChange={({ target }) => setTyped(target.value)} />
      </Field>
    </ConfirmDialog>
  );
};
