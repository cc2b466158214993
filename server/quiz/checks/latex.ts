// Some models write numbers and formulas in LaTeX, which readers would see.

const formula =
  /(?<![\p{L}\\$])\$\$?(?!\s)((?:\\.|[^$\\\n]){1,200}?)(?<!\s|(?<!\p{L})(?:R|US|A|C|CA|AU|NZ))\$\$?(?![\p{N}$])|\\\(((?:\\[^)]|[^\\\n]){1,200})\\\)|\\\[((?:\\[^\]]|[^\\\n]){1,200})\\\]/gu;
const onlyLatex = /[\\^_{]|^[\d\s.,+=/%×−-]+$/;

const signs: Record<string, string> = {
  times: '×',
  cdot: '·',
  div: '÷',
  pm: '±',
  approx: '≈',
  sim: '~',
  leq: '≤',
  le: '≤',
  geq: '≥',
  ge: '≥',
  neq: '≠',
  circ: '°',
  degree: '°',
  pi: 'π',
  mu: 'μ',
  alpha: 'α',
  beta: 'β',
  infty: '∞',
  rightarrow: '→',
  to: '→',
  ldots: '…',
  quad: ' ',
  left: '',
  right: '',
};
const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const lowered = '₀₁₂₃₄₅₆₇₈₉';

/** Replaces LaTeX in a text by the characters that it means. */
export const withoutLatex = (text: string): string =>
  text.replaceAll(formula, (whole, dollars, round, square) => {
    const inner: string = dollars ?? round ?? square;
    return onlyLatex.test(inner) ? withoutCommands(inner).trim() : whole;
  });

const withoutCommands = (latex: string): string =>
  latex
    .replaceAll(/\{,\}/g, ',')
    .replaceAll(/\^\{?\\circ\}?/g, '°')
    .replaceAll(/\\[dt]?frac\{([^{}]{1,50})\}\{([^{}]{1,50})\}/g, '$1/$2')
    .replaceAll(/\\sqrt\{([^{}]{1,50})\}/g, '√$1')
    .replaceAll(/\\(?:text|mathrm|mathbf|textbf|mathit|operatorname)\{([^{}]{0,200})\}/g, '$1')
    .replaceAll(/\\[,;:! ]/g, ' ')
    .replaceAll(/\\([%$&#_{}])/g, '$1')
    .replaceAll(/\\([a-z]{1,20})/gi, (command, name: string) => signs[name] ?? command)
    .replaceAll(/([\^_])\{?([+−-]?\d{1,5})\}?/g, (_, mark: string, number: string) =>
      shifted(number, mark === '^' ? raised : lowered),
    );

const shifted = (number: string, digits: string): string =>
  number
    .replace(/^[−-]/, digits === raised ? '⁻' : '₋')
    .replaceAll(/\d/g, (digit) => digits[Number(digit)] ?? digit);

const left = /\\(?:[a-z]{2,}|[([])|(?<![\p{L}\\$])\$[^$\n]{0,200}[\\^_{][^$\n]{0,200}\$/iu;

/** Returns true if a text still has LaTeX. */
export const hasLatex = (text: string): boolean => left.test(text);
