/** The address of a page or file in the web, with its scheme http or https; null if the text is none. */
export function webAddress(text: string | null): URL | null {
  try {
    const address = new URL(text ?? '');
    return /^https?:$/.test(address.protocol) ? address : null;
  } catch {
    return null;
  }
}
