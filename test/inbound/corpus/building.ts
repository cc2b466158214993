/** A mail of the corpus and its expected outcome. */
export interface CorpusMail {
  /** The shape, for messages about failures. */
  shape: string;
  raw: Buffer;
  outcome: 'new-ticket' | 'ignored' | 'quarantined';
  /** A text that the message must hold, folded parts included; undefined if the shape has no readable text. */
  holds: string | undefined;
}

export interface Seed {
  n: number;
  /** A repeatable number in [0, 1). */
  random: () => number;
  /** A text that no other mail has. */
  mark: string;
}

export type Made = Partial<Omit<CorpusMail, 'raw' | 'shape'>> & { raw: Buffer | string };
export type Shape = (seed: Seed) => Made;

export const eol = '\r\n';
export const headersOf = ({ n }: Seed, more: Record<string, string> = {}): string =>
  Object.entries({
    From: `Leitor ${n} <leitor${n}@exemplo.com.br>`,
    To: 'suporte@leitor.example',
    Subject: `Assunto ${n}`,
    'Message-ID': `<corpus-${n}@exemplo.com.br>`,
    Date: 'Tue, 10 Mar 2026 11:30:00 -0300',
    'MIME-Version': '1.0',
    ...more,
  })
    .map(([name, value]) => `${name}: ${value}`)
    .join(eol);
export const plain = (seed: Seed, body: string, more: Record<string, string> = {}): string =>
  [headersOf(seed, { 'Content-Type': 'text/plain; charset=utf-8', ...more }), '', body].join(eol);
export const bytesIn = (seed: Seed, charset: string, body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`${headersOf(seed, { 'Content-Type': `text/plain; charset=${charset}` })}\r\n\r\n`),
    body,
  ]);
export const parts = (
  seed: Seed,
  type: string,
  list: readonly string[],
  { end = true, more = {} }: { end?: boolean; more?: Record<string, string> } = {},
): string =>
  [
    headersOf(seed, { 'Content-Type': `${type}; boundary="b-${seed.n}"`, ...more }),
    '',
    ...list.flatMap((part) => [`--b-${seed.n}`, part]),
    ...(end ? [`--b-${seed.n}--`, ''] : []),
  ].join(eol);
export const text = (body: string): string =>
  ['Content-Type: text/plain; charset=utf-8', '', body].join(eol);
export const base64 = (bytes: Buffer): string =>
  bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n');
export const file = (type: string, name: string, bytes: Buffer): string =>
  [
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    base64(bytes),
  ].join(eol);
export const forwarded = (seed: Seed, depth: number): string =>
  depth === 0
    ? plain(seed, 'no fundo')
    : parts({ ...seed, n: seed.n * 100 + depth }, 'multipart/mixed', [
        text(`nível ${depth}`),
        `Content-Type: message/rfc822\r\n\r\n${forwarded(seed, depth - 1)}`,
      ]);
/** A mail around a part that must not hide its text. */
export const beside =
  (part: (seed: Seed) => string): Shape =>
  (seed) => ({
    raw: parts(seed, 'multipart/mixed', [text(seed.mark), part(seed)]),
  });
