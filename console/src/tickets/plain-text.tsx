import styles from './conversation.module.css';

const address = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g;

/** A text as it was written; addresses of the web are links that do not say where they come from. */
export const PlainText = ({ text }: { text: string }) => {
  const parts: React.ReactNode[] = [];
  let last = 0;
  for (const { 0: url, index } of text.matchAll(address)) {
    parts.push(
      text.slice(last, index),
      <a key={index} href={url} target="_blank" rel="noreferrer">
        {url}
      </a>,
    );
    last = index + url.length;
  }
  return (
    <div className={styles.text}>
      {parts}
      {text.slice(last)}
    </div>
  );
};
