import { onlineManager } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { shell } from '../texts/shell.ts';

/** Says that there is no connection, as long as there is none. */
export const Connection = () => {
  const online = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  );
  return (
    <div role="status">
      {online ? null : (
        <span className="line warning">
          <WifiOff aria-hidden size={16} />
          {shell.offline}
        </span>
      )}
    </div>
  );
};
