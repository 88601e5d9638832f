/** Times and kinds of marks as growing columns: charts draw from them without copying. */
export class Moments {
  count = 0;
  timeS = new Float64Array(64);
  kind = new Uint8Array(64);

  protected clear(): void {
    this.count = 0;
  }

  protected add(timeS: number, kind: number): void {
    if (this.count === this.timeS.length) this.grow();
    this.timeS[this.count] = timeS;
    this.kind[this.count] = kind;
    this.count += 1;
  }

  private grow(): void {
    const { timeS, kind } = this;
    this.timeS = new Float64Array(timeS.length * 2);
    this.timeS.set(timeS);
    this.kind = new Uint8Array(kind.length * 2);
    this.kind.set(kind);
  }
}
