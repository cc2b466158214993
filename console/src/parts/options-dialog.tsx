import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import { optionTexts } from '../texts/parts.ts';
import { Dialog } from './dialog.tsx';
import { withoutAccents } from './marked.tsx';
import styles from './options-dialog.module.css';

/** Asks for one of some options, found by a part of their texts. */
export const OptionsDialog = <Value extends string>({
  title,
  options,
  onChoose,
  onClose,
}: {
  title: string;
  options: readonly (readonly [value: Value, text: string, beside?: ReactNode])[];
  onChoose: (value: Value) => void;
  onClose: () => void;
}) => (
  <Dialog title={title} onClose={onClose}>
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
  </Dialog>
);

const hasText = (_value: string, typed: string, keywords?: string[]): number =>
  keywords?.some((text) => withoutAccents(text).includes(withoutAccents(typed))) ? 1 : 0;
