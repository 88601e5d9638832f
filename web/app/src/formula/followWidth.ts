/**
 * Sets a long equation in a smaller size instead of cutting it off, in any place and font. The size
 * goes down to `smallest`, as a share of its normal size; below that the equation scrolls. The
 * returned function stops this.
 */
export function followWidth(element: HTMLElement, smallest: number): () => void {
  let width = -1;
  const fit = (): void => {
    element.style.fontSize = '';
    const overflow = element.scrollWidth / Math.max(1, element.clientWidth);
    // An element without layout has no width.
    if (overflow <= 1 || element.clientWidth === 0) return;
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    element.style.fontSize = `${(size * Math.max(smallest, 0.98 / overflow)).toFixed(2)}px`;
  };
  // A change of its height does not affect its width.
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
