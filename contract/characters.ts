/** Control characters, direction marks, zero-width spaces and blank letters: they forge or hide what a list or a terminal shows. */
export const forgingCharacters =
  /[\p{Cc}\p{Bidi_Control}\u115f\u1160\u200b\u2060\u2800\u3164\ufeff\uffa0]+/gu;

/** A character that is seen. */
export const visibleCharacter = /[^\s\p{Cf}\p{M}\p{DI}]/u;
