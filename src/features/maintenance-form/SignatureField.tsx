import { useEffect, useEffectEvent, useRef } from 'react';
import SignaturePad from 'signature_pad';
import { useWhen } from '../../lib/screen/use-when.ts';
import type { Stroke } from '../../records/maintenance-form/maintenance-form.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './SignatureField.module.css';
import { groupsOf, penFor, strokesOf } from './signature-strokes.ts';

interface SignatureFieldProps {
  label: string;
  strokes: readonly Stroke[];
  onChange: (strokes: Stroke[]) => void;
}

/** A box to sign in with finger, pen or mouse. Printed as vectors, so it stays sharp. */
export function SignatureField({ label, strokes, onChange }: SignatureFieldProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  const drawn = useRef(strokes);
  const take = useEffectEvent((signing: SignaturePad, box: HTMLCanvasElement) => {
    drawn.current = strokesOf(signing.toData(), box.clientWidth, box.clientHeight);
    onChange([...drawn.current]);
  });

  useEffect(() => {
    const box = canvas.current;
    if (!box) return undefined;
    const signing = new SignaturePad(box, penFor(box.clientWidth));
    pad.current = signing;
    const sizes = new ResizeObserver(() => fit(box, signing, drawn.current));
    sizes.observe(box);
    signing.addEventListener('endStroke', () => take(signing, box));
    return () => {
      sizes.disconnect();
      signing.off();
      pad.current = null;
    };
  }, []);

  // a restored draft, or a cleared form
  useWhen(strokes, (now) => {
    if (now === drawn.current || JSON.stringify(now) === JSON.stringify(drawn.current)) return;
    drawn.current = now;
    if (canvas.current && pad.current) fit(canvas.current, pad.current, now);
  });

  return (
    <div className={styles.field}>
      <canvas
        ref={canvas}
        className={styles.pad}
        role="img"
        aria-label={`${label}, ${strokes.length > 0 ? 'drawn' : 'not drawn'}`}
      />
      <div className={styles.foot}>
        <p>Sign with a finger, a pen or the mouse. A typed name is enough.</p>
        {strokes.length > 0 && (
          <Button aria-label={`Clear: ${label}`} onClick={() => onChange([])}>
            Clear
          </Button>
        )}
      </div>
    </div>
  );
}

/** Matches the canvas to its box and redraws the strokes, which a resized canvas loses. */
function fit(box: HTMLCanvasElement, pad: SignaturePad, strokes: readonly Stroke[]): void {
  const sharp = Math.max(1, devicePixelRatio);
  box.width = box.clientWidth * sharp;
  box.height = box.clientHeight * sharp;
  box.getContext('2d')?.scale(sharp, sharp);
  Object.assign(pad, penFor(box.clientWidth));
  pad.clear();
  pad.fromData(groupsOf(strokes, box.clientWidth, box.clientHeight));
}
