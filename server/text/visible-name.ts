// Control characters, direction marks and zero-width spaces forge or hide what a list or a terminal shows.
const forging = /[\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff]+/gu;
const visible = /[^\s\p{Cf}\p{M}]/u;

/** A person's name without invisible characters, in Unicode normal form C; undefined if nothing visible is left. */
export const visibleName = (name: string): string | undefined => {
  const clean = name.replaceAll(forging, ' ').replaceAll(/\s+/g, ' ').trim().normalize('NFC');
  return visible.test(clean) ? clean : undefined;
};
