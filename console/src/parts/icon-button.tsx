import type { LucideIcon } from 'lucide-react';

/** A button that shows an icon alone; its text is its name. */
export const IconButton = ({
  icon: Icon,
  text,
  className = '',
  onClick,
}: {
  icon: LucideIcon;
  text: string;
  className?: string | undefined;
  onClick: () => void;
}) => (
  <button
    type="button"
    className={`quiet ${className}`}
    title={text}
    aria-label={text}
    onClick={onClick}
  >
    <Icon aria-hidden size={16} />
  </button>
);
