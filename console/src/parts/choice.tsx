import { useId } from 'react';

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
    <fieldset>
      <legend className="small">{label}</legend>
      <div className="line">
        {values.map((option) => (
          <label key={option} className="check">
            <input
              type="radio"
              name={name}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {options[option]}
          </label>
        ))}
      </div>
    </fieldset>
  );
};
