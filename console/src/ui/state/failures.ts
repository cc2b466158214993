import { createContext, useContext } from 'react';

/** A readable reason for a failure; `again` is true if a retry may help. */
interface Failure {
  text: string;
  again: boolean;
}

const reading = createContext((error: unknown): Failure => ({ text: String(error), again: true }));

/** Provides the function by which the application reads errors. */
export const Failures = reading.Provider;

/** The application's reading of an error; null if there is no error. */
export const useFailure = (error: unknown): Failure | null => {
  const read = useContext(reading);
  return error === null || error === undefined ? null : read(error);
};
