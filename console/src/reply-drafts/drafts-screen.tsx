import { useNavigate } from '@tanstack/react-router';
import { usePages } from '../api/client.ts';
import styles from '../queue/list.module.css';
import { useListKeys } from '../queue/list-keys.ts';
import { ListPane, ListRow } from '../queue/list-parts.tsx';
import { draftTexts as texts } from '../reply/draft-texts.ts';
import { isDoubtful } from '../reply/model-draft.tsx';
import { shell } from '../shell/texts.ts';
import { ticketTexts } from '../tickets/texts.ts';
import { Select } from '../ui/form.tsx';
import { useAddress, useOpenId } from '../ui/state/address.ts';
import { besideInList } from '../ui/state/list-place.ts';
import { itemsOf, ListEnd } from '../ui/table.tsx';
import { Draft } from './draft.tsx';

const pageSize = 50;

const states = ['pending', 'stale', 'approved', 'discarded'] as const;

/** The model's drafts and, if one is open, its conversation. */
export default function DraftsScreen() {
  const openId = useOpenId();
  const { situacao } = useAddress().search;
  const state = states.find((known) => known === situacao) ?? 'pending';
  const navigate = useNavigate();
  const list = usePages('replies.drafts.list', { status: state, limit: pageSize });
  const drafts = itemsOf(list);

  const ids = drafts.map(({ id }) => id);
  useListKeys({ ids, openId, path: '/rascunhos', list: state });
  return (
    <div className={styles.screen}>
      <ListPane
        title={shell.titles.drafts}
        header={
          <Select
            label={texts.state}
            options={Object.entries(texts.states)}
            value={state}
            onChange={(situacao) => void navigate({ to: '/rascunhos', search: { situacao } })}
          />
        }
      >
        <div className={styles.scroller}>
          <ul aria-label={shell.titles.drafts} className={styles.plain}>
            {drafts.map((draft) => (
              <li
                key={draft.id}
                className={styles.row}
                data-open={draft.id === openId || undefined}
              >
                <ListRow
                  id={draft.id}
                  ticketId={draft.ticketId}
                  path="/rascunhos"
                  from={
                    <span className="clip">
                      {draft.requesterName ?? draft.requesterEmail ?? ticketTexts.anonymous}
                    </span>
                  }
                  when={
                    isDoubtful(draft.confidence) && (
                      <span className={styles.when}>{texts.confidence(draft.confidence)}</span>
                    )
                  }
                  subject={draft.subject || ticketTexts.noSubject}
                  snippet={draft.question}
                />
              </li>
            ))}
          </ul>
          <ListEnd query={list} empty={texts.empty} />
        </div>
      </ListPane>
      {openId !== undefined && (
        <Draft
          key={openId}
          id={openId}
          onDecided={() => {
            const beside = besideInList(openId);
            void navigate({ to: beside ? `/rascunhos/${beside}` : '/rascunhos', search: true });
          }}
        />
      )}
    </div>
  );
}
