import { OptionsDialog } from '../parts/options-dialog.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';
import { type Status, statuses } from './filter.ts';

/** Asks for a status. */
export const StatusDialog = ({
  onChoose,
  onClose,
}: {
  onChoose: (status: Status) => void;
  onClose: () => void;
}) => (
  <OptionsDialog
    title={texts.bulk.status}
    options={statuses.map((status): [Status, string] => [status, texts.statuses[status]])}
    onChoose={onChoose}
    onClose={onClose}
  />
);
