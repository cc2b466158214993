// Control characters, direction marks, zero-width spaces and blank letters forge or hide what a list or a terminal shows.
const forging = /[\p{Cc}\p{Bidi_Control}\u115f\u1160\u200b\u2060\u2800\u3164\ufeff\uffa0]+/gu;
const visible = /[^\s\p{Cf}\p{M}\p{DI}]/u;

/** A person's name without invisible characters, in Unicode normal form C; undefined if nothing visible is left. */
export const visibleName = (name: string): string | undefined => {
  const clean = name.replaceAll(forging, ' ').replaceAll(/\s+/g, ' ').trim().normalize('NFC');
  return visible.test(clean) ? clean : undefined;
};
