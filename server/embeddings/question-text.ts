import { messageText } from '../markup/text.ts';
import { maskPersonalData } from '../text/personal-data.ts';

/** How many characters of a message are read; it is more than small models accept. */
export const questionLength = 6_000;
const subjectLength = 300;
const textLength = 2_000;

/**
 * Returns the text of a ticket to embed: its subject and its first message as sentences, with personal data
 * masked. The subject ends with a full stop: without one E5 finds fewer of the right tickets
 * (docs/decisions/130-search-by-meaning.md).
 */
export const questionText = (question: {
  subject: string;
  text: string;
  requesterName: string | null;
}): string => {
  const subject = messageText(question.subject, subjectLength);
  const text = messageText(question.text, textLength);
  const stop = subject === '' || /[.!?…:]$/.test(subject) ? '' : '.';
  return maskPersonalData(`${subject}${stop} ${text}`, question.requesterName).trim() || '-';
};

/**
 * Returns the text of an agent's answer to embed, with personal data masked; empty without letters or
 * digits.
 */
export const answerText = ({
  answer,
  requesterName,
}: {
  answer: string;
  requesterName: string | null;
}): string => {
  const text = maskPersonalData(messageText(answer, textLength), requesterName).trim();
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
};

/** The weight of the answer in a settled ticket's vector; see docs/decisions/130-search-by-meaning.md. */
const answerWeight = 0.5;

/** Adds a part of the answer's vector to the question's and normalises the sum to length 1. */
export const ticketVector = (
  question: readonly number[],
  answer: readonly number[] | undefined,
): number[] => {
  const sum = question.map((value, index) => value + answerWeight * (answer?.[index] ?? 0));
  const norm = Math.hypot(...sum) || 1;
  return sum.map((value) => Number((value / norm).toPrecision(6)));
};
