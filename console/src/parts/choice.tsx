import { useId } from 'react';
import styles from './choice.module.css';

/** One of a few options, all of them seen. */
export const Choice = <Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
}) => {
  const name = useId();
  const values = Object.keys(options) as Value[];
  return (
    <fieldset className={styles.choice}>
      <legend className="small">{label}</legend>
      <div className={styles.options}>
        {values.map((option) => (
          <label key={option} className={styles.option}>
            <input
              type="radio"
              className="hidden"
              name={name}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            <span>{options[option]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};
