import styles from './conversation.module.css';

const addresses = /(\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/;

/** A text as it was written; addresses of the web are links that do not say where they come from. */
export const PlainText = ({ text }: { text: string }) => (
  <div className={styles.text}>
    {text.split(addresses).map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
        <a key={index} href={part} target="_blank" rel="noreferrer">
          {part}
        </a>
      ),
    )}
  </div>
);
