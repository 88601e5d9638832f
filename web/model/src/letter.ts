/** The text with a capital first letter, for the beginning of a sentence. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The label with a small first letter, for use within a sentence. */
export const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
