const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns true if a text is a UUID, as the ids of groups and quizzes are. */
export const isUuid = (text: string): boolean => uuid.test(text);
