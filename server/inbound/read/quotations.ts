import { type Introduction, introductionAt, isForwardLine, lineAt } from './introductions.ts';

export interface Folded {
  visible: string;
  /** The quotation at the end; undefined if nothing was folded. */
  folded: string | undefined;
  /** The part of the quotation that is in none of our mails: searches find it and a model reads it. */
  unsent: string | undefined;
}

/** The data that distinguish a quotation from a person's own text. */
export interface Evidence {
  /** The texts of our mails on the ticket. */
  sent: readonly string[];
  /** Our addresses, in lower case. */
  own: readonly string[];
  /** True if its headers say that the mail answers another one. */
  isAnswer: boolean;
  subject: string;
  /** True if the mail forwards another one: then headers above a mail introduce no quotation. */
  isForward: boolean;
}

/**
 * Separates the sender's own text from the quotation of our mail at its end. It folds only what an
 * introduction of a mail program, or the text of one of our mails, proves to be a quotation. Text that a
 * person pasted stays, as do answers between quoted questions and mails that only quote. Takes time linear
 * in the length of the texts.
 */
export const foldQuotes = (text: string, evidence: Evidence): Folded => {
  const whole = text.trim();
  const lines = whole.split('\n');
  const ours = ourWordsOf(evidence.sent);
  const said = lines.map((line) => saidIn(line, ours));
  const start = introducedStart(lines, said, evidence) ?? sentStart(lines, said);
  const visible = lines.slice(0, start).join('\n').trim();
  if (start === undefined || visible === '') {
    return { visible: whole, folded: undefined, unsent: undefined };
  }
  return {
    visible,
    folded: lines.slice(start).join('\n').trim(),
    unsent: unsentFrom(lines, said, start),
  };
};

/** Returns the part of a quotation that is in none of our mails, without its introduction. */
const unsentFrom = (
  lines: readonly string[],
  said: readonly Said[],
  start: number,
): string | undefined => {
  const kept: string[] = [];
  for (let at = start; at < lines.length; at += 1) {
    const introduction = introductionAt(lines, at);
    if (introduction) at += introduction.lines - 1;
    else if (said[at] === 'no') kept.push(lines[at]?.replace(/^[>\s]{1,99}/, '') ?? '');
  }
  return kept.join('\n').trim() || undefined;
};

/** Whether we sent this line; `unclear` is a line without words, or the end of one of our paragraphs. */
type Said = 'yes' | 'no' | 'unclear';

/** The words of our mails: runs of three words, and the ends of their paragraphs. */
interface OurWords {
  runs: Set<string>;
  ends: Set<string>;
}

const runWords = 3;
const maxRuns = 60_000;

const wordsIn = (text: string): string[] =>
  text
    .replaceAll(/\[?https?:\S{1,2000}/g, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]{1,100}/gu) ?? [];

const runsIn = (words: readonly string[]): string[] =>
  words.slice(runWords - 1).map((_, at) => words.slice(at, at + runWords).join(' '));

const ourWordsOf = (texts: readonly string[]): OurWords => {
  const ours: OurWords = { runs: new Set(), ends: new Set() };
  for (const text of texts) {
    for (const run of runsIn(wordsIn(text))) if (ours.runs.size < maxRuns) ours.runs.add(run);
    for (const line of text.split('\n')) {
      const words = wordsIn(line);
      for (let count = 1; count < runWords; count += 1)
        ours.ends.add(words.slice(-count).join(' '));
    }
  }
  return ours;
};

const saidIn = (line: string, { runs, ends }: OurWords): Said => {
  const words = wordsIn(line);
  if (words.length === 0) return 'unclear';
  // A line of one or two words may be the wrapped rest of a paragraph.
  if (words.length < runWords) return ends.has(words.join(' ')) ? 'unclear' : 'no';
  return runsIn(words).every((run) => runs.has(run)) ? 'yes' : 'no';
};

/** Returns the start of a quotation that an introduction proves and that ends the mail. */
const introducedStart = (
  lines: readonly string[],
  said: readonly Said[],
  evidence: Evidence,
): number | undefined => {
  const quotedFrom = firstOfLastQuotes(lines);
  const hasAnswersBelow = answerFinder(lines, said);
  const found = introductionsIn(lines, evidence.isForward);
  for (const [index, { at, isForwarded, ...introduction }] of found.entries()) {
    const from = at + introduction.lines;
    const isSent = isOurText(lines, said, from, found[index + 1]?.at ?? lines.length);
    if (isForwarded && !isSent) continue;
    const author = isSent ? 'ours' : authorOf(introduction, evidence.own);
    const first = nextText(lines, from) ?? at;
    if (isMarked(lineAt(lines, first)) || isMarked(lineAt(lines, at))) {
      if (quotedFrom <= first && (author === 'ours' || evidence.isAnswer)) return at;
      continue;
    }
    const isProof = introduction.isProof && isOfConversation(introduction, author, evidence);
    if ((isSent || (isProof && !isPasted(lines, at))) && !hasAnswersBelow(from)) return at;
  }
  return undefined;
};

/**
 * Returns true if the lines begin with our text and never have more words of others than of ours so far. A
 * pasted mail may have a phrase of ours, or our mail below it.
 */
const isOurText = (
  lines: readonly string[],
  said: readonly Said[],
  from: number,
  to: number,
): boolean => {
  let surplus = 0;
  for (let at = from; at < to && surplus >= 0; at += 1) {
    const words = wordsIn(lines[at] ?? '').length;
    if (said[at] === 'yes') surplus += words;
    if (said[at] === 'no') surplus -= words;
  }
  return surplus > 0;
};

/** An introduction and its line; `isForwarded` if it is below a line that says that a mail is forwarded. */
type Found = Introduction & { at: number; isForwarded: boolean };

const introductionsIn = (lines: readonly string[], isForward: boolean): Found[] => {
  const found: Found[] = [];
  let isForwarded = isForward;
  for (let at = 0; at < lines.length; at += 1) {
    isForwarded ||= isForwardLine(lineAt(lines, at));
    const introduction = introductionAt(lines, at);
    if (!introduction) continue;
    found.push({ ...introduction, at, isForwarded });
    at += introduction.lines - 1;
  }
  return found;
};

/** Returns who wrote a quotation; unknown without an address. */
const authorOf = (
  { author }: Introduction,
  own: readonly string[],
): 'ours' | 'unknown' | 'other' => {
  if (author === undefined) return 'unknown';
  return own.includes(author.replace(plusTag, '')) ? 'ours' : 'other';
};

const plusTag = /\+[^+@]*(?=@[^@]*$)/;
const replyPrefix = /^\s*(?:(?:re|res|aw|sv|rv|r)\s?(?:\[\d{1,3}\])?\s?:\s*){1,9}/i;
const topicOf = (subject: string): string => subject.replace(replyPrefix, '').trim().toLowerCase();

/** Returns true if a mail quotes what it answers; a text with another subject may be pasted. */
const isOfConversation = (
  { subject }: Introduction,
  author: 'ours' | 'unknown' | 'other',
  evidence: Evidence,
): boolean => {
  const isSameTopic = subject === undefined || topicOf(subject) === topicOf(evidence.subject);
  if (author === 'unknown') return evidence.isAnswer && isSameTopic;
  return author === 'ours' && (evidence.isAnswer || isSameTopic);
};

/** Returns true if a person announces the text below a line, as in "I got this:". */
const isPasted = (lines: readonly string[], at: number): boolean => {
  let above = at - 1;
  while (above >= 0 && lines[above]?.trim() === '') above -= 1;
  return /:\s*$/.test(lineAt(lines, above));
};

const isMarked = (line: string): boolean => /^\s{0,9}>/.test(line);

const footer =
  /^\s{0,9}(?:Enviado (?:do|de|desde|a partir d[eo]) (?:meu|mi|o|Outlook|Yahoo)|Sent from (?:my|Outlook|Yahoo|Mail)|Get Outlook for|Obtenha o Outlook|Obter o Outlook|Obtener Outlook)/i;

/** Returns the first line after which all lines are quoted with `>`, empty, or a program's footer. */
const firstOfLastQuotes = (lines: readonly string[]): number => {
  const end = signatureBelowQuotes(lines) ?? lines.length;
  let first = lines.length;
  for (let at = end - 1; at >= 0; at -= 1) {
    const line = lines[at] ?? '';
    if (!(line.trim() === '' || isMarked(line) || footer.test(lineAt(lines, at)))) break;
    first = at;
  }
  return first;
};

const maxSignature = 20;
const separator = /^(?:-- ?|_{5,80})$/;

/** Returns the beginning of a signature or list footer directly below a quotation (RFC 3676 §4.3). */
const signatureBelowQuotes = (lines: readonly string[]): number | undefined => {
  for (let at = lines.length - 1; at >= lines.length - maxSignature && at > 0; at -= 1) {
    if (isMarked(lines[at] ?? '')) return undefined;
    if (!separator.test(lineAt(lines, at))) continue;
    let above = at - 1;
    while (above > 0 && (lines[above] ?? '').trim() === '') above -= 1;
    if (isMarked(lines[above] ?? '')) return at;
  }
  return undefined;
};

const nextText = (lines: readonly string[], from: number): number | undefined => {
  for (let at = from; at < lines.length; at += 1) if (lines[at]?.trim() !== '') return at;
  return undefined;
};

/**
 * Returns a function that tests if somebody wrote between the lines of our mail, from a line up to the next
 * introduction.
 */
const answerFinder = (
  lines: readonly string[],
  said: readonly Said[],
): ((from: number) => boolean) => {
  const known = new Map<number, boolean>();
  return (from) => {
    const first = said.indexOf('yes', from);
    if (first === -1) return false;
    const answer = known.get(first) ?? isInterrupted(lines, said, first);
    known.set(first, answer);
    return answer;
  };
};

/** Returns true if other lines are between the lines of our mail, from its line `first` on. */
const isInterrupted = (lines: readonly string[], said: readonly Said[], first: number): boolean => {
  let isOthersSeen = false;
  for (let at = first; at < lines.length; at += 1) {
    if (said[at] === 'yes' && isOthersSeen) return true;
    if (said[at] !== 'no') continue;
    if (introductionAt(lines, at)) return false;
    isOthersSeen = true;
  }
  return false;
};

/** Fewer words may be equal by chance. */
const minSentWords = 5;

/** Returns the start of our own text at the end of a mail that has no known introduction. */
const sentStart = (lines: readonly string[], said: readonly Said[]): number | undefined => {
  let start: number | undefined;
  let words = 0;
  for (let at = lines.length - 1; at >= 0 && said[at] !== 'no'; at -= 1) {
    if (said[at] !== 'yes') continue;
    start = at;
    words += wordsIn(lines[at] ?? '').length;
  }
  return words >= minSentWords ? start : undefined;
};
