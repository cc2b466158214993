import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { withoutAccents } from './marked.tsx';
import { optionTexts } from './texts.ts';

/** Options that are found by a part of their texts. */
const Options = ({
  title,
  options,
  onChoose,
}: {
  title: string;
  options: readonly (readonly [value: string, text: string, beside?: ReactNode])[];
  onChoose: (value: string) => void;
}) => (
  <Command label={title} className="stack" filter={hasText} loop>
    <Command.Input aria-label={optionTexts.narrow} placeholder={optionTexts.narrow} autoFocus />
    <Command.List className={styles.options} label={title}>
      <Command.Empty>{optionTexts.none}</Command.Empty>
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
    </Command.List>
  </Command>
);

const hasText = (_value: string, typed: string, keywords?: string[]): number =>
  keywords?.some((text) => withoutAccents(text).includes(withoutAccents(typed))) ? 1 : 0;

export default Options;
