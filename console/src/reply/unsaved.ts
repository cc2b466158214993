/** A text that the service does not have yet, and the revision that it was written over; null: not known. */
export interface Unsaved {
  html: string;
  revision: number | null;
}

const keyOf = (ticketId: number) => `console:text:${ticketId}`;

/** What was written on a ticket in this browser and has not reached the service. */
export const readUnsaved = (ticketId: number): Unsaved | undefined => {
  const stored: Unsaved | null = JSON.parse(localStorage.getItem(keyOf(ticketId)) ?? 'null');
  return stored ?? undefined;
};

/** Keeps a text in this browser; undefined removes it. */
export const keepUnsaved = (ticketId: number, unsaved: Unsaved | undefined): void => {
  if (unsaved) localStorage.setItem(keyOf(ticketId), JSON.stringify(unsaved));
  else localStorage.removeItem(keyOf(ticketId));
};
