/** A text whose numbers stay on one line, with their units. */
export const keepUnits = (text: string): string =>
  text.replace(/(\d) (?=(?:%|[mµ]?s|[kMG]?bit\/s|packets?)(?![\w])|\d{3}\b)/g, '$1\u00a0');
