import type { PointGroup } from 'signature_pad';
import { groupsOf } from '../../../src/features/maintenance-form/signature-strokes.ts';

/** In the place of the library's: jsdom has no canvas; what the real one draws is seen in the browser tests. */
export default class FakeSignaturePad extends EventTarget {
  static readonly all: FakeSignaturePad[] = [];
  shown: PointGroup[] = [];

  constructor() {
    super();
    FakeSignaturePad.all.push(this);
  }

  toData(): PointGroup[] {
    return this.shown;
  }

  fromData(groups: PointGroup[]): void {
    this.shown = groups;
  }

  clear(): void {
    this.shown = [];
  }

  off(): void {
    this.clear();
  }

  /** Draws one stroke as a hand would; points in pixels. */
  draw(...points: [number, number][]): void {
    this.shown = [...this.shown, ...groupsOf([points], 1, 1)];
    this.dispatchEvent(new Event('endStroke'));
  }
}
