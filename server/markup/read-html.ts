import { Parser } from 'htmlparser2';

export interface Bounds {
  characters: number;
  /** The maximum depth of elements: a parser's time for an element grows with it. */
  depth: number;
  elements: number;
  attributes: number;
}

/** Mails, pages and editions that people write stay below these limits. */
export const usualBounds: Bounds = {
  characters: 200_000,
  depth: 500,
  elements: 20_000,
  attributes: 1_000,
};

/** This notice replaces text that was cut. */
export const cutNotice = '[…]';

/** The callbacks of the reader; names are in lower case. */
export interface HtmlHandler {
  onOpen?: (name: string, attributes: Record<string, string>) => void;
  /** Called at the end of an element, including elements that are never closed or have no contents. */
  onClose?: (name: string) => void;
  /** Handles text; false ends the reading. */
  onText?: (text: string) => boolean;
}

/** The position where reading ended (the HTML's length if nothing was cut), and the amounts read. */
export interface HtmlRead {
  end: number;
  elements: number;
}

/** Reads HTML until a bound is exceeded. */
export const readHtml = (html: string, handler: HtmlHandler, bounds: Bounds): HtmlRead => {
  const { onOpen, onClose, onText } = handler;
  let end = Math.min(html.length, bounds.characters);
  let depth = 0;
  let elements = 0;
  let attributes = 0;
  let stopped = false;
  const stop = (at: number) => {
    if (stopped) return;
    stopped = true;
    end = at;
    parser.pause();
  };
  const parser = new Parser({
    onopentagname: () => {
      depth += 1;
      elements += 1;
      attributes = 0;
      if (depth > bounds.depth || elements > bounds.elements) stop(parser.startIndex);
    },
    onattribute: () => {
      attributes += 1;
      if (attributes > bounds.attributes) stop(parser.startIndex);
    },
    ...(onOpen && {
      onopentag: (name: string, given: Record<string, string>) => {
        if (!stopped) onOpen(name, given);
      },
    }),
    onclosetag: (name) => {
      depth -= 1;
      if (!stopped) onClose?.(name);
    },
    ...(onText && {
      ontext: (text: string) => {
        if (!stopped && !onText(text)) stop(parser.endIndex + 1);
      },
    }),
  });
  parser.write(end < html.length ? html.slice(0, end) : html);
  if (!stopped) parser.end();
  return { end, elements };
};

/** Returns the beginning of the HTML that is within the bounds. */
export const withinBounds = (
  html: string,
  bounds: Bounds,
): { html: string; isCut: boolean; elements: number } => {
  const { end, elements } = readHtml(html, {}, bounds);
  return { html: html.slice(0, end), isCut: end < html.length, elements };
};
