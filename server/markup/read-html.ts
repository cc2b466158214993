import { Parser } from 'htmlparser2';

/** How much HTML is read. */
export interface Bounds {
  characters: number;
  /** Elements in elements: the time that a parser takes for an element grows with them. */
  depth: number;
  elements: number;
  /** Of one element. */
  attributes: number;
}

/** More than any mail, page or edition has that a person wrote. */
export const usualBounds: Bounds = {
  characters: 200_000,
  depth: 500,
  elements: 20_000,
  attributes: 1_000,
};

/** What stands where something too long, too deep or too full was cut. */
export const cutNotice = '[…]';

/** What a reader of HTML is called with. Names are in lower case. */
export interface HtmlHandler {
  onOpen?: (name: string, attributes: Record<string, string>) => void;
  /** Also for elements that are never closed, or have no contents. */
  onClose?: (name: string) => void;
  /** Returns false to end the reading. */
  onText?: (text: string) => boolean;
}

/** Where a reading ended, the length of the HTML if nothing was cut; and how much there was. */
export interface HtmlRead {
  end: number;
  elements: number;
}

/** Reads HTML up to the first place that is over a bound. */
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

/** The beginning of some HTML that is within the bounds. */
export const withinBounds = (
  html: string,
  bounds: Bounds,
): { html: string; isCut: boolean; elements: number } => {
  const { end, elements } = readHtml(html, {}, bounds);
  return { html: html.slice(0, end), isCut: end < html.length, elements };
};
