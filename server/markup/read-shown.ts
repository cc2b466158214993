import { type Bounds, type HtmlRead, readHtml } from './read-html.ts';
import {
  rootVisibility,
  type Style,
  StyleSheet,
  showsText,
  type Visibility,
  visibilityIn,
} from './styles.ts';

// This finds what a browser shows of HTML: blocks follow the rendering section of the HTML Standard and
// `display`.

export type Box = 'block' | 'cell' | 'inline';

export interface ShownElement {
  name: string;
  box: Box;
  attributes: Record<string, string>;
}

export interface ShownText {
  text: string;
  /** True if white space counts. */
  isPreformatted: boolean;
  isStruck: boolean;
}

export interface ShownHandler {
  onOpen?: (element: ShownElement) => void;
  onClose?: (element: ShownElement) => void;
  /** Handles text; false ends the reading. */
  onText: (text: ShownText) => boolean;
}

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements that never show text, even if they are not closed. */
const unshown = names(
  'script style template noscript title datalist noembed noframes rp iframe object audio video canvas',
);
const blocks = names(
  'address article aside blockquote br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup option p plaintext pre search section summary ' +
    'table tbody tfoot thead tr ul xmp',
);
const cells = names('td th');
/** Elements that are blocks or cells without a style. */
export const boxes: ReadonlySet<string> = new Set([...blocks, ...cells]);
const preformatted = names('pre listing plaintext xmp textarea');
const struck = names('del s strike');

/** The position of a text: above the line, below it, or perhaps a footnote's mark. */
type Shift = 'raised' | 'lowered' | 'mark';

interface State {
  element: ShownElement;
  seen: Visibility;
  isPreformatted: boolean;
  isStruck: boolean;
  shift: Shift | undefined;
  /** True if its child elements are side by side. */
  isRow: boolean;
}

const root: State = {
  element: { name: '', box: 'block', attributes: {} },
  seen: rootVisibility,
  isPreformatted: false,
  isStruck: false,
  shift: undefined,
  isRow: false,
};

/**
 * Reads the elements and texts that a browser shows of HTML, in any position. Raised digits become Unicode's
 * superscripts, so that they do not extend a number before them.
 * @param isLeftOut returns true for elements that the caller does not want
 */
export const readShown = (
  html: string,
  { onOpen, onClose, onText }: ShownHandler,
  bounds: Bounds,
  isLeftOut: (element: ShownElement) => boolean = () => false,
): HtmlRead => {
  const sheet = new StyleSheet();
  const open: State[] = [];
  let css: string | undefined;
  let before = '';
  const current = () => open.at(-1) ?? root;
  return readHtml(
    html,
    {
      onOpen: (name, attributes) => {
        css = name === 'style' ? '' : undefined;
        const outer = current();
        const state = stateIn(outer, { name, attributes }, sheet.styleOf(name, attributes));
        if (isLeftOut(state.element)) state.seen = { ...state.seen, isHidden: true };
        open.push(state);
        if (outer.seen.isHidden || state.seen.isHidden) return;
        if (state.element.box !== 'inline') before = '';
        onOpen?.(state.element);
      },
      onClose: () => {
        if (css !== undefined) sheet.add(css);
        css = undefined;
        const closed = open.pop();
        if (!closed || closed.seen.isHidden) return;
        if (closed.element.box !== 'inline') before = '';
        onClose?.(closed.element);
      },
      onText: (given) => {
        if (css !== undefined) css += given;
        const { seen, shift, ...rest } = current();
        if (!showsText(seen)) return true;
        const text = shift ? shifted(given, shift, before) : given;
        before = text.at(-1) ?? before;
        return onText({ text, isPreformatted: rest.isPreformatted, isStruck: rest.isStruck });
      },
    },
    bounds,
  );
};

const stateIn = (
  outer: State,
  { name, attributes }: Omit<ShownElement, 'box'>,
  style: Style,
): State => {
  const of = (property: string) => style.get(property)?.value ?? '';
  const seen = visibilityIn(outer.seen, style);
  const isHidden =
    seen.isHidden ||
    unshown.has(name) ||
    'hidden' in attributes ||
    (name === 'dialog' && !('open' in attributes));
  const element = { name, attributes, box: boxOf(name, of('display'), outer) };
  return {
    element,
    seen: isHidden ? { ...seen, isHidden } : seen,
    isPreformatted: isPreformatted(name, of('white-space'), outer),
    isStruck: outer.isStruck || struck.has(name) || strikes(of),
    shift: shiftOf(element, of('vertical-align')) ?? outer.shift,
    isRow: /flex|grid/.test(of('display')) && !/column/.test(of('flex-direction')),
  };
};

const boxOf = (name: string, display: string, outer: State): Box => {
  if (outer.isRow || display === 'table-cell') return 'cell';
  if (/^inline-(?:block|flex|grid|table)/.test(display)) return boxes.has(name) ? 'cell' : 'inline';
  if (/^(?:inline|contents)/.test(display)) return 'inline';
  if (/^(?:block|flex|grid|flow-root|list-item|table)/.test(display)) return 'block';
  if (blocks.has(name)) return 'block';
  return cells.has(name) ? 'cell' : 'inline';
};

const isPreformatted = (name: string, whiteSpace: string, outer: State): boolean => {
  if (/^(?:pre|break-spaces)/.test(whiteSpace)) return true;
  if (/^(?:normal|nowrap)/.test(whiteSpace)) return false;
  return preformatted.has(name) || outer.isPreformatted;
};

const strikes = (of: (property: string) => string): boolean =>
  /line-through/.test(`${of('text-decoration')} ${of('text-decoration-line')}`);

const noteAddress = /^#|#.{0,100}(?:fn|foot|note|nota|ref|cite)/i;

const shiftOf = ({ name, box, attributes }: ShownElement, alignment: string): Shift | undefined => {
  if (name === 'sup') return 'raised';
  if (name === 'sub') return 'lowered';
  if (box !== 'inline') return undefined;
  if (alignment === 'super') return 'raised';
  if (alignment === 'sub') return 'lowered';
  // Many other elements have this alignment, so only a mark after a number counts as raised.
  if (/^(?:text-top|top|\+?[\d.]*[1-9])/.test(alignment)) return 'mark';
  const isNote = name === 'a' && noteAddress.test(attributes.href ?? '');
  return isNote || attributes.role === 'doc-noteref' ? 'mark' : undefined;
};

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const lowered = '₀₁₂₃₄₅₆₇₈₉';
const ordinals: Record<string, string> = { a: 'ª', o: 'º' };
const isInWord = /[\p{L}\p{N}]/u;

/**
 * Converts a text above or below the line: digits become superscript or subscript characters, and a word is
 * separated from the text before it.
 */
const shifted = (text: string, shift: Shift, before: string): string => {
  const isAfterNumber = /\p{N}/u.test(before);
  // An example is `R$ 19<sup>,90</sup>`.
  if (isAfterNumber && /^[.,]\d{2}$/.test(text.trim())) return text;
  if (/^[\s\d.,;*()[\]+−–-]{1,20}$/.test(text)) {
    if (shift !== 'raised' && !isAfterNumber) return text;
    const characters = shift === 'lowered' ? lowered : raised;
    return text
      .replaceAll(/[−–-](?=\d)/g, shift === 'lowered' ? '₋' : '⁻')
      .replaceAll(/\d/g, (digit) => characters[Number(digit)] ?? digit);
  }
  if (shift === 'mark' || !isInWord.test(before)) return text;
  if (isAfterNumber && text in ordinals) return ordinals[text] ?? text;
  return /^(?:\d|\p{L}{3})/u.test(text) ? ` ${text}` : text;
};
