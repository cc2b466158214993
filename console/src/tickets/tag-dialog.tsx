import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client.ts';
import { OptionsDialog } from '../parts/options-dialog.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';

/** Asks for a tag. */
export const TagDialog = ({
  without = [],
  onChoose,
  onClose,
}: {
  /** Tags that are left out. */
  without?: readonly { id: number }[];
  onChoose: (tagId: number) => void;
  onClose: () => void;
}) => {
  const tags = useQuery(read('tags.list')).data ?? [];
  return (
    <OptionsDialog
      title={texts.actions.tag}
      options={tags
        .filter(({ id }) => !without.some((tag) => tag.id === id))
        .map(({ id, name }): [string, string] => [String(id), name])}
      onChoose={(id) => onChoose(Number(id))}
      onClose={onClose}
    />
  );
};
