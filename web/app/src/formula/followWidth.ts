/**
 * A long equation is set smaller rather than cut off at the edge, whatever its place or its font: down
 * to `smallest`, a share of its size; from there on it is scrolled. Ends with what is returned.
 */
export function followWidth(element: HTMLElement, smallest: number): () => void {
  let width = -1;
  const fit = (): void => {
    element.style.fontSize = '';
    const overflow = element.scrollWidth / Math.max(1, element.clientWidth);
    // What is not laid out has no width.
    if (overflow <= 1 || element.clientWidth === 0) return;
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    element.style.fontSize = `${(size * Math.max(smallest, 0.98 / overflow)).toFixed(2)}px`;
  };
  // Its own change of height says nothing about its width.
  const observer = new ResizeObserver(() => {
    if (element.clientWidth === width) return;
    width = element.clientWidth;
    fit();
  });
  observer.observe(element);
  const fonts = 'fonts' in document ? document.fonts : null;
  fonts?.addEventListener('loadingdone', fit);
  return () => {
    observer.disconnect();
    fonts?.removeEventListener('loadingdone', fit);
  };
}
