import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { optionTexts } from '../texts.ts';
import { withoutAccents } from '../format/words.ts';

type Option = readonly [value: string, text: string, beside?: ReactNode];

/** Options that are found by a part of their texts. */
const Options = ({
  title,
  options,
  found = [],
  onType,
  onChoose,
}: {
  title: string;
  options: readonly Option[];
  /** What was found for what is typed, whatever its texts. */
  found?: readonly Option[];
  onType?: (text: string) => void;
  onChoose: (value: string) => void;
}) => (
  <Command label={title} className="stack" filter={hasText} loop>
    <Command.Input
      aria-label={optionTexts.narrow}
      placeholder={optionTexts.narrow}
      autoFocus
      {...(onType && { onValueChange: onType })}
    />
    <Command.List className={styles.options} label={title}>
      {found.length === 0 && <Command.Empty>{optionTexts.none}</Command.Empty>}
      {options.map(([value, text, beside]) => (
        <Command.Item
          key={value}
          value={`option ${value}`}
          keywords={[text]}
          className="entry between"
          onSelect={() => onChoose(value)}
        >
          {text}
          {beside}
        </Command.Item>
      ))}
      {found.map(([value, text, beside]) => (
        <Command.Item
          key={value}
          value={`option ${value}`}
          forceMount
          className="entry between"
          onSelect={() => onChoose(value)}
        >
          <span className="clip">{text}</span>
          {beside}
        </Command.Item>
      ))}
    </Command.List>
  </Command>
);

const hasText = (_value: string, typed: string, keywords?: string[]): number =>
  keywords?.some((text) => withoutAccents(text).includes(withoutAccents(typed))) ? 1 : 0;

export default Options;
