import { createContext, useContext } from 'react';

/** Why something failed, for a person to read; `again`: whether trying again may help. */
interface Failure {
  text: string;
  again: boolean;
}

const reading = createContext((error: unknown): Failure => ({ text: String(error), again: true }));

/** Says to all components how the application reads errors. */
export const Failures = reading.Provider;

/** How the application reads an error; null: there is none. */
export const useFailure = (error: unknown): Failure | null => {
  const read = useContext(reading);
  return error === null || error === undefined ? null : read(error);
};
