import type { ChartData } from './data.ts';

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

/** What is drawn, below its title, as an image of twice the size on the page. */
export const pngOf = (title: string, svg: SVGSVGElement): Promise<Blob> => {
  const { width, height } = svg.getBoundingClientRect();
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * padding) * scale;
  canvas.height = (height + 2 * padding + titleHeight) * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser has no canvas');
  const page = getComputedStyle(document.documentElement);
  context.scale(scale, scale);
  context.fillStyle = page.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(padding, padding);
  context.fillStyle = page.color;
  context.font = `600 16px ${page.fontFamily}`;
  context.fillText(title, 0, 16);
  context.translate(0, titleHeight);
  for (const shape of svg.querySelectorAll('g > *')) copyTo(context, shape);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the image is too large')))),
  );
};

/** Draws a path or a text of the page, as the page's styles have it. */
const copyTo = (context: CanvasRenderingContext2D, shape: Element): void => {
  const style = getComputedStyle(shape);
  context.fillStyle = style.fill;
  if (shape instanceof SVGTextElement) {
    context.font = `${style.fontSize} ${style.fontFamily}`;
    context.textAlign =
      style.textAnchor === 'middle' ? 'center' : style.textAnchor === 'end' ? 'right' : 'left';
    context.fillText(
      shape.textContent,
      Number(shape.getAttribute('x')),
      Number(shape.getAttribute('y')),
    );
    return;
  }
  const path = new Path2D(shape.getAttribute('d') ?? '');
  context.globalAlpha = Number(style.fillOpacity);
  if (style.fill !== 'none') context.fill(path);
  context.globalAlpha = 1;
  if (style.stroke === 'none') return;
  context.strokeStyle = style.stroke;
  context.lineWidth = Number.parseFloat(style.strokeWidth);
  context.lineCap = style.strokeLinecap === 'round' ? 'round' : 'butt';
  context.setLineDash(
    style.strokeDasharray.split(',').map(Number.parseFloat).filter(Number.isFinite),
  );
  context.stroke(path);
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
