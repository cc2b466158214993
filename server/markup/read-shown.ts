import { type Bounds, type HtmlRead, readHtml } from './read-html.ts';
import {
  rootVisibility,
  type Style,
  StyleSheet,
  showsText,
  type Visibility,
  visibilityIn,
} from './styles.ts';

// What a browser shows of HTML: blocks by the rendering section of the HTML Standard and by `display`.

export type Box = 'block' | 'cell' | 'inline';

/** An element that is shown. */
export interface ShownElement {
  name: string;
  box: Box;
  attributes: Record<string, string>;
}

export interface ShownText {
  text: string;
  /** White space counts. */
  isPreformatted: boolean;
  isStruck: boolean;
}

export interface ShownHandler {
  onOpen?: (element: ShownElement) => void;
  onClose?: (element: ShownElement) => void;
  /** Returns false to end the reading. */
  onText: (text: ShownText) => boolean;
}

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Never text, also where they are not closed. */
const unshown = names(
  'script style template noscript title datalist noembed noframes rp iframe object audio video canvas',
);
const blocks = names(
  'address article aside blockquote br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup option p plaintext pre search section summary ' +
    'table tbody tfoot thead tr ul xmp',
);
const cells = names('td th');
/** What is a block or a cell without a style. */
export const boxes: ReadonlySet<string> = new Set([...blocks, ...cells]);
const preformatted = names('pre listing plaintext xmp textarea');
const struck = names('del s strike');

/** Above the line, below it, or perhaps the mark of a footnote. */
type Shift = 'raised' | 'lowered' | 'mark';

interface State {
  element: ShownElement;
  seen: Visibility;
  isPreformatted: boolean;
  isStruck: boolean;
  shift: Shift | undefined;
  /** Whether its elements stand beside each other. */
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
 * Reads what a browser shows of HTML, wherever it stands: elements, and text with raised digits in
 * Unicode's superscripts, so that they are none of the number before them.
 *
 * @param isLeftOut which elements its reader does not want
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
  // Much else is aligned so: only a mark behind a number is raised.
  if (/^(?:text-top|top|\+?[\d.]*[1-9])/.test(alignment)) return 'mark';
  const isNote = name === 'a' && noteAddress.test(attributes.href ?? '');
  return isNote || attributes.role === 'doc-noteref' ? 'mark' : undefined;
};

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const lowered = '₀₁₂₃₄₅₆₇₈₉';
const ordinals: Record<string, string> = { a: 'ª', o: 'º' };
const isInWord = /[\p{L}\p{N}]/u;

/**
 * A text above or below the line: its digits as the characters of their own that Unicode has, a
 * word apart from what is before it.
 */
const shifted = (text: string, shift: Shift, before: string): string => {
  const isAfterNumber = /\p{N}/u.test(before);
  // `R$ 19<sup>,90</sup>`
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
