const format = (fractionDigits: number) =>
  new Intl.NumberFormat('pt-BR', { maximumFractionDigits: fractionDigits });

/** A size: `22 bytes`, `88 kB`, `1,2 MB`. */
export const bytesText = (bytes: number): string => {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  if (bytes < 1_000_000) return `${format(0).format(bytes / 1_000)} kB`;
  return `${format(1).format(bytes / 1_000_000)} MB`;
};
