/**
 * A canvas that writes SVG, with the part of the 2D context that the painters use. So the same code
 * draws the screen and the saved picture.
 */

import { escaped } from './frame.ts';

/** Rounded to a hundredth of a pixel, to keep the file short. */
const r = (value: number): number => Math.round(value * 100) / 100;

/** A path whose steps can be read; the browser's own cannot. */
export class SvgPath {
  text = '';

  moveTo(x: number, y: number): void {
    this.text += `M${r(x)} ${r(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.text += `L${r(x)} ${r(y)}`;
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.text += `M${r(x)} ${r(y)}h${r(width)}v${r(height)}h${r(-width)}Z`;
  }

  /** Whole circles only, as two halves: an arc of SVG cannot end where it began. */
  arc(x: number, y: number, radius: number): void {
    this.text += `M${r(x - radius)} ${r(y)}a${r(radius)} ${r(radius)} 0 1 0 ${r(2 * radius)} 0a${r(radius)} ${r(radius)} 0 1 0 ${r(-2 * radius)} 0Z`;
  }

  closePath(): void {
    this.text += 'Z';
  }
}

export class SvgPen {
  strokeStyle = '#000';
  fillStyle = '#000';
  lineWidth = 1;
  lineJoin = 'miter';
  globalAlpha = 1;
  font = '';
  textAlign: 'left' | 'right' | 'center' = 'left';
  textBaseline = 'alphabetic';
  readonly #parts: string[] = [];
  #dash: readonly number[] = [];
  #path = new SvgPath();

  setLineDash(dash: readonly number[]): void {
    this.#dash = dash;
  }

  beginPath(): void {
    this.#path = new SvgPath();
  }

  blankPath(): SvgPath {
    return new SvgPath();
  }

  moveTo(x: number, y: number): void {
    this.#path.moveTo(x, y);
  }

  lineTo(x: number, y: number): void {
    this.#path.lineTo(x, y);
  }

  closePath(): void {
    this.#path.closePath();
  }

  stroke(path?: SvgPath): void {
    const dash = this.#dash.length === 0 ? '' : ` stroke-dasharray="${this.#dash.join(' ')}"`;
    this.#put(
      path,
      `fill="none" stroke="${this.strokeStyle}" stroke-width="${r(this.lineWidth)}" stroke-linejoin="${this.lineJoin}"${dash}`,
    );
  }

  fill(path?: SvgPath): void {
    this.#put(path, `fill="${this.fillStyle}"`);
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.#parts.push(
      `<rect x="${r(x)}" y="${r(y)}" width="${r(width)}" height="${r(height)}" fill="${this.fillStyle}"${this.#opacity()}/>`,
    );
  }

  fillText(text: string, x: number, y: number): void {
    const anchor = { left: 'start', center: 'middle', right: 'end' }[this.textAlign];
    const size = /^([\d.]+)px/.exec(this.font)?.[1] ?? '11';
    const shift = this.textBaseline === 'middle' ? ' dy="0.35em"' : '';
    this.#parts.push(
      `<text x="${r(x)}" y="${r(y)}"${shift} font-size="${size}" text-anchor="${anchor}" fill="${this.fillStyle}"${this.#opacity()}>${escaped(text)}</text>`,
    );
  }

  /** Everything drawn so far. */
  text(): string {
    return this.#parts.join('');
  }

  #put(path: SvgPath | undefined, look: string): void {
    const { text } = path ?? this.#path;
    if (text !== '') this.#parts.push(`<path d="${text}" ${look}${this.#opacity()}/>`);
  }

  #opacity(): string {
    return this.globalAlpha === 1 ? '' : ` opacity="${r(this.globalAlpha)}"`;
  }
}
