import { useEffect, useEffectEvent, useId, useRef, useState, type ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import SignaturePad from 'signature_pad';
import { t } from '../../lib/language/translate.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { signatureLabel, type Signer } from '../../records/maintenance-form/form-visit.ts';
import type { MaintenanceForm, Stroke } from '../../records/maintenance-form/maintenance-form.ts';
import { Button } from '../../ui/Button.tsx';
import { edgeOf, FormRow, gapElement, TextRow } from './FormTable.tsx';
import { groupsOf, penFor, strokesOf } from './signature-strokes.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './FormTable.module.css';

interface SignatureRowsProps {
  form: MaintenanceForm;
  onChange: (form: MaintenanceForm) => void;
}

/** The rows for the names and the signatures. */
export function SignatureRows({ form, onChange }: SignatureRowsProps) {
  const { signatures, drawn } = form;
  const textOf = (key: keyof typeof signatures) => ({
    value: signatures[key],
    onChange: (value: string) => onChange({ ...form, signatures: { ...signatures, [key]: value } }),
  });
  const signatureOf = (key: keyof typeof drawn) => ({
    strokes: drawn[key],
    onChange: (strokes: Stroke[]) => onChange({ ...form, drawn: { ...drawn, [key]: strokes } }),
  });
  return (
    <>
      <TextRow {...fieldOf('name', 'salesEngineer')} {...textOf('salesEngineer')} />
      <SignatureRow {...fieldOf('signature', 'salesEngineer')} {...signatureOf('salesEngineer')} />
      <TextRow {...fieldOf('name', 'client')} {...textOf('ClientName')} />
      <IdNumberRow label={t('ID number of the client')} {...textOf('ClientIdNumber')} />
      <SignatureRow {...fieldOf('signature', 'client')} {...signatureOf('client')} />
    </>
  );
}

const fieldOf = (kind: 'name' | 'signature', signer: Signer) => ({
  id: gapElement({ kind, subject: signer }),
  label: signatureLabel(kind, signer),
});

function SignatureRow(field: ComponentProps<typeof SignatureField>) {
  return (
    <FormRow name={field.label}>
      <SignatureField {...field} />
    </FormRow>
  );
}

/** The row for the number of a person's ID. A phone shows a keyboard with digits first; a button changes to letters, which some numbers have. */
function IdNumberRow({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [hasLetters, setHasLetters] = useState(false);
  return (
    <FormRow name={<label htmlFor={id}>{label}</label>}>
      <div className={`${layout.line} ${styles.number}`}>
        <input
          ref={input}
          id={id}
          className={`${styles.input} ${edgeOf(value)}`}
          inputMode={hasLetters ? 'text' : 'numeric'}
          autoCapitalize="characters"
          // the browser must not suggest the number to the next person
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <Button
          variant="ghost"
          className={styles.keyboard}
          aria-label={hasLetters ? t('Keyboard with digits') : t('Keyboard with letters')}
          onClick={() => {
            flushSync(() => setHasLetters(!hasLetters));
            // an open keyboard changes only when the field gets the focus again
            input.current?.blur();
            input.current?.focus();
          }}
        >
          {hasLetters ? '123' : 'ABC'}
        </Button>
      </div>
    </FormRow>
  );
}

// Drawing a signature

interface SignatureFieldProps {
  /** The id of the box, to which the question about missing entries leads. */
  id: string;
  label: string;
  strokes: readonly Stroke[];
  onChange: (strokes: Stroke[]) => void;
}

/** A box to sign in with a finger, a pen or the mouse. The strokes are stored as points, so that the printed signature is sharp. */
function SignatureField({ id, label, strokes, onChange }: SignatureFieldProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  const drawnStrokes = useRef(strokes);
  const onStroke = useEffectEvent((signaturePad: SignaturePad, box: HTMLCanvasElement) => {
    drawnStrokes.current = strokesOf(signaturePad.toData(), box.clientWidth, box.clientHeight);
    onChange([...drawnStrokes.current]);
  });

  useEffect(() => {
    const box = canvas.current;
    if (!box) return undefined;
    const signaturePad = new SignaturePad(box, penFor(box.clientWidth));
    pad.current = signaturePad;
    const observer = new ResizeObserver(() => fit(box, signaturePad, drawnStrokes.current));
    observer.observe(box);
    signaturePad.addEventListener('endStroke', () => onStroke(signaturePad, box));
    return () => {
      observer.disconnect();
      signaturePad.off();
      pad.current = null;
    };
  }, []);

  // draws strokes that were not made on this pad: those of a restored draft, or none after *Clear*
  useWhen(strokes, (newStrokes) => {
    const { current } = drawnStrokes;
    if (newStrokes === current || JSON.stringify(newStrokes) === JSON.stringify(current)) return;
    drawnStrokes.current = newStrokes;
    if (canvas.current && pad.current) fit(canvas.current, pad.current, newStrokes);
  });

  return (
    <div className={styles.field}>
      <canvas
        ref={canvas}
        id={id}
        tabIndex={-1}
        className={`${styles.pad} ${strokes.length > 0 ? '' : styles.unsigned}`}
        role="img"
        aria-label={
          strokes.length > 0 ? t('{field}, drawn', { field: label }) : t('{field}, not drawn', { field: label })
        }
      />
      <div className={`${layout.line} ${texts.fine} ${styles.foot}`}>
        <p>{t('Sign with a finger, a pen or the mouse.')}</p>
        {strokes.length > 0 && (
          <Button aria-label={t('Clear: {field}', { field: label })} onClick={() => onChange([])}>
            {t('Clear')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Gives the canvas the size of its box in device pixels, and draws the strokes again, because resizing clears a canvas. */
function fit(box: HTMLCanvasElement, pad: SignaturePad, strokes: readonly Stroke[]): void {
  const pixelRatio = Math.max(1, devicePixelRatio);
  box.width = box.clientWidth * pixelRatio;
  box.height = box.clientHeight * pixelRatio;
  box.getContext('2d')?.scale(pixelRatio, pixelRatio);
  Object.assign(pad, penFor(box.clientWidth));
  pad.clear();
  pad.fromData(groupsOf(strokes, box.clientWidth, box.clientHeight));
}
