/** The texts of components that screens share. */
export const optionTexts = {
  narrow: 'Digite para filtrar',
  none: 'Nada com este nome.',
} as const;

/** The texts of actions. */
export const actionTexts = { done: 'Feito.' } as const;

/** The texts of lists. */
export const listTexts = { more: 'Mostrar mais' } as const;
