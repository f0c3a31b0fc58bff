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

/** Who signed, in letters and in ink. */
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

const fieldOf = (kind: 'name' | 'signature', of: Signer) => ({
  id: gapElement({ kind, subject: of }),
  label: signatureLabel(kind, of),
});

function SignatureRow(field: ComponentProps<typeof SignatureField>) {
  return (
    <FormRow name={field.label}>
      <SignatureField {...field} />
    </FormRow>
  );
}

/** The number of a person's ID. A phone shows digits first, and offers letters, which some numbers have. */
function IdNumberRow({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [letters, setLetters] = useState(false);
  return (
    <FormRow name={<label htmlFor={id}>{label}</label>}>
      <div className={`${layout.line} ${styles.number}`}>
        <input
          ref={input}
          id={id}
          className={`${styles.input} ${edgeOf(value)}`}
          inputMode={letters ? 'text' : 'numeric'}
          autoCapitalize="characters"
          // the browser must not suggest it to the next person
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <Button
          variant="ghost"
          className={styles.keyboard}
          aria-label={letters ? t('Keyboard with digits') : t('Keyboard with letters')}
          onClick={() => {
            flushSync(() => setLetters(!letters));
            // an open keyboard changes only with the focus
            input.current?.blur();
            input.current?.focus();
          }}
        >
          {letters ? '123' : 'ABC'}
        </Button>
      </div>
    </FormRow>
  );
}

// Drawing a signature

interface SignatureFieldProps {
  /** Id of the box, which a question leads to. */
  id: string;
  label: string;
  strokes: readonly Stroke[];
  onChange: (strokes: Stroke[]) => void;
}

/** A box to sign in with finger, pen or mouse. Printed as vectors, so it stays sharp. */
function SignatureField({ id, label, strokes, onChange }: SignatureFieldProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  const shown = useRef(strokes);
  const take = useEffectEvent((signing: SignaturePad, box: HTMLCanvasElement) => {
    shown.current = strokesOf(signing.toData(), box.clientWidth, box.clientHeight);
    onChange([...shown.current]);
  });

  useEffect(() => {
    const box = canvas.current;
    if (!box) return undefined;
    const signing = new SignaturePad(box, penFor(box.clientWidth));
    pad.current = signing;
    const sizes = new ResizeObserver(() => fit(box, signing, shown.current));
    sizes.observe(box);
    signing.addEventListener('endStroke', () => take(signing, box));
    return () => {
      sizes.disconnect();
      signing.off();
      pad.current = null;
    };
  }, []);

  // draws what did not come from this pad: a restored draft, or nothing after clearing
  useWhen(strokes, (now) => {
    if (now === shown.current || JSON.stringify(now) === JSON.stringify(shown.current)) return;
    shown.current = now;
    if (canvas.current && pad.current) fit(canvas.current, pad.current, now);
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
