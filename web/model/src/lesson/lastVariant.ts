/** The highest number of a variant: it has twelve bits. */
export const LAST_VARIANT = 4095;
