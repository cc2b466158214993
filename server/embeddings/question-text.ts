import { messageText } from '../replies/html.ts';
import { maskPersonalData } from '../replies/mask.ts';

/** How many characters of a first message are read: more than small models accept. */
export const questionLength = 6_000;
const subjectLength = 300;
const textLength = 2_000;

/** The text of a ticket that is embedded: its subject and its first message as text, with personal data masked. */
export const questionText = (question: {
  subject: string;
  text: string;
  requesterName: string | null;
}): string =>
  maskPersonalData(
    `${messageText(question.subject, subjectLength)}\n${messageText(question.text, textLength)}`,
    question.requesterName,
  ).trim() || '-';
