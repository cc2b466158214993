// How mail programs introduce what they quote, and how signatures begin. Each pattern reads one line of at most 400 characters, `introductionVerb`
// up to three joined: that bounds how far it backtracks.

const signature =
  /^\s*(?:-{2,4}|_{2,4}|={2,4}|\+{2,4}|_{32})\s*$|^\s*(?:Sent from|Get Outlook for|Enviad[oa] (?:d[eoa]|desde|pelo|pela)|Obt(?:er|enha) o Outlook|Obtener Outlook|Envoyé d|Inviat[oa] da|Gesendet von) /;
const originalMessage =
  /^\s*-{2,12} ?(?:Original Message|Mensagem original|Mensaje original|Message d'origine|Messaggio originale|Ursprüngliche Nachricht) ?-{0,12}\s*$/i;
/** The first line of a block of headers, as Outlook writes it above the mail it replies to. */
const fromHeader = /^\s*\*?(?:From|De|Von|Da|Van)\s?:/;
const otherHeader =
  /^\s*\*?(?:Sent|Date|Enviad[oa](?: em)?|Data|Fecha|Envoyé|Gesendet|Inviato|To|Para|À|An|A|Subject|Assunto|Asunto|Objet|Betreff|Oggetto|Cc)\s?:/;
/** "Em DATE, NAME <ADDRESS> escreveu:" and its like; it may continue on the next two lines. */
const introductionStart = /^\s*(?:On|Em|No dia|El|Le|Il|Am) |^20\d\d[-/]\d\d[-/]\d\d /;
const introductionVerb = /\s(?:wrote|escreveu|escribió|écrit|scritto|schrieb)(?: |:|$)|@.*> ?:$/;
const maxIntroductionLines = 3;
const maxHeaderLines = 4;
/** Longer lines are what somebody wrote. */
const maxLine = 400;

/** A text in two parts. */
export interface Folded {
  visible: string;
  /** Undefined if nothing was folded away. */
  folded: string | undefined;
}

/**
 * Separates what the sender of a mail wrote from quoted history and signatures. A mail of nothing else stays whole. Takes time in proportion
 * to the length of the text.
 */
export const foldQuotes = (text: string): Folded => {
  const whole = text.trim();
  const lines = whole.split('\n');
  const visible: string[] = [];
  const folded: string[] = [];
  for (let at = 0; at < lines.length; ) {
    if (endsOwnText(lines, at)) {
      folded.push(...lines.slice(at));
      break;
    }
    const quoted = quotedLinesAt(lines, at);
    (quoted > 0 ? folded : visible).push(...lines.slice(at, at + Math.max(quoted, 1)));
    at += Math.max(quoted, 1);
  }
  const written = visible.join('\n').trim();
  if (written === '') return { visible: whole, folded: undefined };
  return { visible: written, folded: folded.join('\n').trim() || undefined };
};

/** Whether everything from this line on is a signature or an earlier mail. */
const endsOwnText = (lines: readonly string[], at: number): boolean => {
  const line = lineAt(lines, at);
  if (signature.test(line) || originalMessage.test(line)) return true;
  if (fromHeader.test(line)) {
    const next = Array.from({ length: maxHeaderLines }, (_, n) => lineAt(lines, at + 1 + n));
    return next.filter((header) => otherHeader.test(header)).length >= 2;
  }
  const length = introductionAt(lines, at);
  return length > 0 && !isQuote(lines, at + length) && !isQuote(lines, at + length + 1);
};

/** How many lines from this one on are quoted, or introduce a quote. */
const quotedLinesAt = (lines: readonly string[], at: number): number =>
  isQuote(lines, at) ? 1 : introductionAt(lines, at);

/** How many lines the introduction of a quote has that begins here; 0 if none does. */
const introductionAt = (lines: readonly string[], at: number): number => {
  if (!introductionStart.test(lineAt(lines, at))) return 0;
  let text = '';
  for (let length = 1; length <= maxIntroductionLines; length += 1) {
    const line = lineAt(lines, at + length - 1);
    if (line === '') return 0;
    text = `${text} ${line.trim()}`;
    // Without a date or an address it is a sentence.
    if (text.endsWith(':') && introductionVerb.test(text) && /[\d@]/.test(text)) return length;
  }
  return 0;
};

const isQuote = (lines: readonly string[], at: number): boolean =>
  lineAt(lines, at).startsWith('>');

/** A line as far as patterns look at it; empty if it is too long or not there. */
const lineAt = (lines: readonly string[], at: number): string => {
  const line = lines[at] ?? '';
  return line.length > maxLine ? '' : line;
};
