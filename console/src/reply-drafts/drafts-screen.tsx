import { Link, useNavigate } from '@tanstack/react-router';
import { usePages } from '../api/client.ts';
import styles from '../queue/list.module.css';
import { draftTexts as texts } from '../reply/draft-texts.ts';
import { isDoubtful } from '../reply/model-draft.tsx';
import { shell } from '../shell/texts.ts';
import { ticketTexts } from '../tickets/texts.ts';
import { Select } from '../ui/form.tsx';
import { useAddress, useOpenId } from '../ui/state/address.ts';
import { useCommands } from '../ui/state/commands.ts';
import { useListPlace } from '../ui/state/list-place.ts';
import { ListEnd } from '../ui/table.tsx';
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
  const drafts = list.data?.pages.flatMap(({ items }) => items) ?? [];

  const open = (draftId: number | undefined) =>
    void navigate({
      to: draftId === undefined ? '/rascunhos' : `/rascunhos/${draftId}`,
      search: true,
    });
  const place = useListPlace(
    drafts.map((draft) => draft.id),
    openId,
    state,
  );
  const neighbour = (step: 1 | -1): number | undefined => {
    const index = place.step(openId, step);
    const id = index === undefined ? undefined : drafts[index]?.id;
    return id === openId ? undefined : id;
  };
  const move = (step: 1 | -1) => {
    const next = neighbour(step);
    if (next !== undefined) open(next);
  };
  const key = { group: 'list', onlyKey: true } as const;
  useCommands([
    { ...key, text: ticketTexts.actions.next, keys: 'j', run: () => move(1) },
    { ...key, text: ticketTexts.actions.previous, keys: 'k', run: () => move(-1) },
  ]);
  const Heading = openId === undefined ? 'h1' : 'h2';
  return (
    <div className={styles.screen}>
      <section className={styles.pane} data-beside={openId !== undefined || undefined}>
        <header className={`line between bar ${styles.header}`}>
          <Heading tabIndex={-1}>{shell.titles.drafts}</Heading>
          <Select
            label={texts.state}
            options={Object.entries(texts.states)}
            value={state}
            onChange={(situacao) => void navigate({ to: '/rascunhos', search: { situacao } })}
          />
        </header>
        <div className={styles.scroller}>
          <ul aria-label={shell.titles.drafts} className={styles.plain}>
            {drafts.map((draft) => (
              <li
                key={draft.id}
                className={styles.row}
                data-open={draft.id === openId || undefined}
              >
                <Link
                  to={`/rascunhos/${draft.id}`}
                  search
                  className={styles.link}
                  aria-current={draft.id === openId || undefined}
                >
                  <span className={styles.part}>
                    <span className={styles.from}>
                      <span className="clip">
                        {draft.requesterName ?? draft.requesterEmail ?? ticketTexts.anonymous}
                      </span>
                      <small>#{draft.ticketId}</small>
                    </span>
                    {isDoubtful(draft.confidence) && (
                      <span className={styles.when}>{texts.confidence(draft.confidence)}</span>
                    )}
                  </span>
                  <span className={styles.part}>
                    <span className={`clip ${styles.subject}`}>
                      {draft.subject || ticketTexts.noSubject}
                    </span>
                  </span>
                  <span className={styles.part}>
                    <span className={`clip ${styles.snippet}`}>{draft.question}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          <ListEnd query={list} empty={texts.empty} />
        </div>
      </section>
      {openId !== undefined && (
        <Draft key={openId} id={openId} onDecided={() => open(neighbour(1) ?? neighbour(-1))} />
      )}
    </div>
  );
}
