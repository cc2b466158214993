import { keysText } from '../app/keys.ts';
import styles from './keys.module.css';

/** The keys of a command, as on a keyboard. */
export const Keys = ({ keys }: { keys: string }) => (
  <span className={styles.keys}>
    {keysText(keys).map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
);
