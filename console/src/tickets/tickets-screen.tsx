import { ticketTexts } from '../texts/tickets.ts';

export default function TicketsScreen() {
  return <h1 tabIndex={-1}>{ticketTexts.queue}</h1>;
}
