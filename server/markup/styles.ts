// This reads inline styles and simple style sheets, as far as they hide text. Editions are tables with
// inline styles. Their sheets only have what mail programs allow, so only selectors of a name, a class or
// an id are read.

/** The declarations of a style by property, in lower case. */
export type Style = ReadonlyMap<string, { value: string; important: boolean }>;

const maxStyle = 10_000;
const maxSheet = 200_000;
const maxRules = 2_000;

/** Parses declarations; the last one of a property wins, and an important one wins over others. */
export const parseStyle = (text: string): Style => {
  const style = new Map<string, { value: string; important: boolean }>();
  for (const declaration of text.slice(0, maxStyle).split(';')) {
    const colon = declaration.indexOf(':');
    if (colon === -1) continue;
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const given = declaration
      .slice(colon + 1)
      .trim()
      .toLowerCase();
    const important = given.endsWith('!important');
    const value = important ? given.slice(0, -'!important'.length).trim() : given;
    if (important || !style.get(property)?.important) style.set(property, { value, important });
  }
  return style;
};

/** Removes comments; an unclosed comment continues to the end. */
const withoutComments = (css: string): string => {
  const [first = '', ...comments] = css.split('/*');
  const rest = comments.map((piece) => {
    const end = piece.indexOf('*/');
    return end === -1 ? '' : piece.slice(end + 2);
  });
  return [first, ...rest].join('');
};

/** The rules of an edition's style sheets, by simple selector. */
export class StyleSheet {
  readonly #rules = new Map<string, Style>();
  #read = 0;

  /** Reads a sheet; ignores rules in at-rules, such as those for narrow screens. */
  add(css: string): void {
    const text = withoutComments(css.slice(0, Math.max(0, maxSheet - this.#read)));
    this.#read += css.length;
    let depth = 0;
    let start = 0;
    let prelude = '';
    for (let at = 0; at < text.length; at += 1) {
      if (text[at] === '{') {
        if (depth === 0) prelude = text.slice(start, at);
        depth += 1;
        start = at + 1;
      } else if (text[at] === '}' && depth > 0) {
        depth -= 1;
        if (depth === 0) this.#addRule(prelude, text.slice(start, at));
        start = at + 1;
      } else if (text[at] === ';' && depth === 0) {
        start = at + 1;
      }
    }
  }

  #addRule(selectors: string, declarations: string): void {
    if (selectors.includes('@') || this.#rules.size >= maxRules) return;
    const style = parseStyle(declarations);
    for (const selector of selectors.slice(0, maxStyle).split(',')) {
      const simple = selector.trim();
      if (!/^[.#]?[\w-]{1,100}$/.test(simple)) continue;
      this.#rules.set(simple, merged([this.#rules.get(simple), style]));
    }
  }

  /** Returns an element's style; its own declarations come before those of sheets. */
  styleOf(name: string, attributes: Record<string, string>): Style {
    const classes = (attributes.class ?? '').slice(0, maxStyle).split(/\s+/, 50);
    return merged([
      this.#rules.get(name),
      ...classes.map((one) => this.#rules.get(`.${one}`)),
      this.#rules.get(`#${attributes.id}`),
      attributes.style === undefined ? undefined : parseStyle(attributes.style),
    ]);
  }
}

const none: Style = new Map();

const merged = (styles: readonly (Style | undefined)[]): Style => {
  const given = styles.filter((style) => style !== undefined && style.size > 0);
  if (given.length < 2) return given[0] ?? none;
  const all = new Map<string, { value: string; important: boolean }>();
  for (const style of given) {
    for (const [property, declared] of style ?? []) {
      if (declared.important || !all.get(property)?.important) all.set(property, declared);
    }
  }
  return all;
};

export interface Visibility {
  /** True if nothing inside is visible, whatever its own style. */
  isHidden: boolean;
  /** The `visibility`, which child elements may set again. */
  isVisible: boolean;
  /** The computed font size in pixels. */
  fontSize: number;
  /** False if letters are transparent; child elements may set a colour again. */
  hasColour: boolean;
}

const rootFontSize = 16;
/** Smaller letters are invisible; hidden previews use 1 pixel. */
const smallestSize = 2;

/** The visibility of text on a page without styles. */
export const rootVisibility: Visibility = {
  isHidden: false,
  isVisible: true,
  fontSize: rootFontSize,
  hasColour: true,
};

export const showsText = (seen: Visibility): boolean =>
  !seen.isHidden && seen.isVisible && seen.hasColour && seen.fontSize >= smallestSize;

/** Computes the visibility of text in a nested element as CSS does. */
export const visibilityIn = (outer: Visibility, style: Style): Visibility => {
  if (outer.isHidden || style.size === 0) return outer;
  const of = (property: string): string => style.get(property)?.value ?? '';
  const visibility = of('visibility');
  return {
    isHidden: hidesAll(of),
    isVisible:
      visibility === '' || visibility === 'inherit' ? outer.isVisible : visibility === 'visible',
    fontSize: fontSizeOf(of('font-size') || sizeOfFont(of('font')), outer.fontSize),
    hasColour: colours(of('color'), outer.hasColour),
  };
};

const isZero = (value: string): boolean => Number.parseFloat(value) === 0;
const isFarAway = (value: string): boolean =>
  /^-\d{3,}(?:\.\d*)?(?:px|pt|em|rem|%|vw|vh)/.test(value);

const hidesAll = (of: (property: string) => string): boolean => {
  const clips = /hidden|clip|scroll|auto/.test(
    `${of('overflow')} ${of('overflow-x')} ${of('overflow-y')}`,
  );
  const isPlaced = /absolute|fixed/.test(of('position'));
  return (
    of('display') === 'none' ||
    of('mso-hide') === 'all' ||
    isZero(of('opacity')) ||
    (clips && ['max-height', 'height', 'max-width', 'width'].some((size) => isZero(of(size)))) ||
    isFarAway(of('text-indent')) ||
    (isPlaced && ['left', 'top', 'right', 'bottom'].some((side) => isFarAway(of(side)))) ||
    (isPlaced && /^rect\((?:0(?:px)?|1px)[\s,]/.test(of('clip'))) ||
    /^inset\((?:50|100)%/.test(of('clip-path')) ||
    /scale\(0[,)]/.test(of('transform'))
  );
};

const transparent =
  /^(?:transparent|(?:rgba|hsla)\([^)]*,\s*0*\.?0*%?\)|#[\da-f]{3}0|#[\da-f]{6}00)$/;

const colours = (colour: string, outer: boolean): boolean =>
  colour === '' || colour === 'inherit' ? outer : !transparent.test(colour.slice(0, 100));

const units: Record<string, number> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  q: 0.945,
  vw: 6,
  vh: 8,
};
const keywords: Record<string, number> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
  initial: rootFontSize,
};

const fontSizeOf = (value: string, outer: number): number => {
  const keyword = keywords[value];
  if (keyword !== undefined) return keyword;
  if (value === 'larger') return outer * 1.2;
  if (value === 'smaller') return outer / 1.2;
  const [, number = '', unit = ''] =
    /^\+?(\d{0,6}\.?\d{0,6})(px|pt|pc|in|cm|mm|q|vw|vh|rem|em|ex|ch|%)?$/.exec(value) ?? [];
  if (number === '' || number === '.') return outer;
  const size = Number(number);
  if (unit === 'em') return size * outer;
  if (unit === 'ex' || unit === 'ch') return (size * outer) / 2;
  if (unit === '%') return (size * outer) / 100;
  if (unit === 'rem') return size * rootFontSize;
  // A number without a unit means pixels, as in mail programs.
  return size * (units[unit] ?? 1);
};

/** Returns the size in the shorthand `font`: the first length, before a line height. */
const sizeOfFont = (font: string): string =>
  font
    .slice(0, 300)
    .split(/[\s/]+/)
    .find((part) => /^(?:\d|\.\d)/.test(part) && !/^[1-9]00$/.test(part)) ?? '';
