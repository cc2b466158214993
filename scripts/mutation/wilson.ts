/** Wilson's score interval of a share, at 95 %: where the share of all lies, as far as a random sample can say. */
export const wilson = (part: number, whole: number): [low: number, high: number] => {
  const z = 1.96;
  const share = part / whole;
  const middle = share + z ** 2 / (2 * whole);
  const half = z * Math.sqrt((share * (1 - share)) / whole + z ** 2 / (4 * whole ** 2));
  const scale = 1 + z ** 2 / whole;
  return [(middle - half) / scale, (middle + half) / scale];
};
