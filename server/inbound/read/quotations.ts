import { type Introduction, introductionAt, isForwardLine, lineAt } from './introductions.ts';

/** A text in two parts. */
export interface Folded {
  visible: string;
  /** The quotation at its end; undefined if nothing was folded away. */
  folded: string | undefined;
  /**
   * What of the quotation none of our mails said, so that searches find it and a model reads it.
   */
  unsent: string | undefined;
}

/** What tells a quotation from what a person wrote. */
export interface Evidence {
  /** The texts of our mails on the ticket. */
  sent: readonly string[];
  /** Addresses of ours, in lower case. */
  own: readonly string[];
  /** Whether the mail answers another one, as its headers say. */
  isAnswer: boolean;
  subject: string;
  /** Whether the mail passes another one on: then headers above a mail introduce no quotation. */
  isForward: boolean;
}

/**
 * Separates what the sender of a mail wrote from the quotation of ours at its end. Folds only what
 * an introduction of a mail program or the text of a mail of ours proves to be one; what a person
 * pasted stays, as do answers between quoted questions, and a mail of nothing else. Takes time in
 * proportion to the length of the texts.
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

/** What of a quotation no mail of ours says, without what introduces it. */
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

/**
 * Whether a mail of ours says what a line says; `unclear` is a line without words, or the end of a
 * paragraph of ours.
 */
type Said = 'yes' | 'no' | 'unclear';

/** What our mails say: runs of three words, and how their paragraphs end. */
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
  // A line of one or two words is what wrapping left of a paragraph.
  if (words.length < runWords) return ends.has(words.join(' ')) ? 'unclear' : 'no';
  return runsIn(words).every((run) => runs.has(run)) ? 'yes' : 'no';
};

/** Where the quotation begins that an introduction proves and that ends the mail. */
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
    const isSent = said.slice(from, found[index + 1]?.at).includes('yes');
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

/** An introduction and its line; `isForwarded` below a line that says that a mail is passed on. */
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

/** Who wrote a quotation: unknown without an address. */
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

/** Whether a mail quotes what it answers; what has another subject may be pasted. */
const isOfConversation = (
  { subject }: Introduction,
  author: 'ours' | 'unknown' | 'other',
  evidence: Evidence,
): boolean => {
  const isSameTopic = subject === undefined || topicOf(subject) === topicOf(evidence.subject);
  if (author === 'unknown') return evidence.isAnswer && isSameTopic;
  return author === 'ours' && (evidence.isAnswer || isSameTopic);
};

/** Whether a person announces what stands below a line: "I got this:". */
const isPasted = (lines: readonly string[], at: number): boolean => {
  let above = at - 1;
  while (above >= 0 && lines[above]?.trim() === '') above -= 1;
  return /:\s*$/.test(lineAt(lines, above));
};

const isMarked = (line: string): boolean => /^\s{0,9}>/.test(line);

/** What programs write below everything. */
const footer =
  /^\s{0,9}(?:Enviado (?:do|de|desde|a partir d[eo]) (?:meu|mi|o|Outlook|Yahoo)|Sent from (?:my|Outlook|Yahoo|Mail)|Get Outlook for|Obtenha o Outlook|Obter o Outlook|Obtener Outlook)/i;

/**
 * The first line from which on all lines are quoted with `>`, empty, or what a program writes
 * below.
 */
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

/**
 * Where the signature or the footer of a list begins that stands right below a quotation (RFC 3676
 * §4.3).
 */
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

/** The first line with something on it. */
const nextText = (lines: readonly string[], from: number): number | undefined => {
  for (let at = from; at < lines.length; at += 1) if (lines[at]?.trim() !== '') return at;
  return undefined;
};

/**
 * Returns whether somebody wrote between the lines of our mail that follow a line, up to the next
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

/** Whether lines of somebody else stand between lines of our mail, from its line `first` on. */
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

/** Fewer words may be the same by chance. */
const minSentWords = 5;

/**
 * Where the text of our own mails begins that ends the mail without an introduction that is known.
 */
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
