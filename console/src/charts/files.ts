import type { ChartData } from './drawing.ts';

// A chart as a file. CSV is as the admin CLI writes it: RFC 4180, and no cell that a spreadsheet could read as a formula.

const cellOf = (value: string | number | null): string => {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The figures of a chart as CSV with a header. */
export const csvOf = ({ axis, series, points }: ChartData): string =>
  [[axis, ...series], ...points].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

const scale = 2;
const padding = 16;
const titleHeight = 32;

/** Of the page's styles, what an image of the drawing needs. */
const looks = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap'],
  ...['font-size', 'font-family'],
];

/** What is drawn, below its title, as an image of twice the size on the page. */
export const pngOf = async (title: string, svg: SVGSVGElement): Promise<Blob> => {
  const { width, height } = svg.getBoundingClientRect();
  for (const shape of svg.querySelectorAll('g > *')) {
    const style = getComputedStyle(shape);
    for (const look of looks) shape.setAttribute(look, style.getPropertyValue(look));
  }
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const canvas = new OffscreenCanvas(
    (width + 2 * padding) * scale,
    (height + 2 * padding + titleHeight) * scale,
  );
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser has no canvas');
  const page = getComputedStyle(document.documentElement);
  context.scale(scale, scale);
  context.fillStyle = page.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = page.color;
  context.font = `600 16px ${page.fontFamily}`;
  context.fillText(title, padding, padding + 16);
  context.drawImage(image, padding, padding + titleHeight, width, height);
  return canvas.convertToBlob();
};

/** Has the browser save a file. */
export const save = (name: string, content: Blob): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
};
