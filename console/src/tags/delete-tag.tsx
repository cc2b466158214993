import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read, useWrite } from '../api/client.ts';
import { toast } from '../app/toasts.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Loaded } from '../parts/waiting.tsx';
import { tagTexts as texts } from '../texts/tags.ts';
import type { Tag } from './edit-tag.tsx';

/** Deletes a tag after counting its tickets: only one that no ticket has can be deleted. */
export const DeleteTag = ({ tag, onClose }: { tag: Tag; onClose: () => void }) => {
  const counts = useQuery({
    ...read('tickets.counts', { views: [{ tagId: tag.id }] }),
    staleTime: 0,
  });
  const remove = useWrite('tags.delete');
  const onConfirm = () =>
    remove.mutate(
      { id: tag.id },
      {
        onSuccess: () => {
          toast(texts.removed(tag.name));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={texts.removeOf(tag.name)}
      confirm={texts.remove}
      danger
      busy={counts.data?.[0] !== 0 || remove.isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Loaded query={counts}>
        {([tickets = 0]) => (
          <p>
            {texts.used(tickets)}{' '}
            {tickets > 0 && (
              <Link to="/fila" search={{ tag: String(tag.id) } as object}>
                {texts.showUsed}
              </Link>
            )}
          </p>
        )}
      </Loaded>
    </ConfirmDialog>
  );
};
