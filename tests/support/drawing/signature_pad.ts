import type { PointGroup } from 'signature_pad';
import { groupsOf } from '../../../src/features/maintenance-form/signature-strokes.ts';

/** Replaces the class of the library, because jsdom has no canvas. Browser tests cover the real class. */
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

  /** Draws a stroke through these points, in pixels. */
  draw(...points: [number, number][]): void {
    this.shown = [...this.shown, ...groupsOf([points.map(([x, y], index) => [x, y, 16 * index])], 1, 1)];
    this.dispatchEvent(new Event('endStroke'));
  }
}
