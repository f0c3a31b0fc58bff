import {
  type ReactNode,
  type Ref,
  type ComponentProps,
  useId,
  useRef,
  useState,
  useEffect,
  useEffectEvent,
} from 'react';
import { flushSync } from 'react-dom';
import SignaturePad from 'signature_pad';
import {
  equipmentLabels,
  keysOf,
  taskHints,
  taskLabels,
  type MaintenanceForm,
  type Stroke,
  checkResults,
  type Check,
  equipmentLimit,
} from '../../records/maintenance-form/maintenance-form.ts';
import { useNarrow } from '../../lib/screen/viewport.ts';
import { useTypedText } from '../../ui/field/TextField.tsx';
import { longDay } from '../../records/time.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Button } from '../../ui/Button.tsx';
import { useWhen } from '../../lib/screen/timing.ts';
import {
  findingElement,
  sectionElement,
  sectionsInOrder,
  sectionState,
  type SectionId,
  FormTable,
  FormRow,
  TextNotes,
} from './FormTable.tsx';
import texts from '../../ui/text.module.css';
import styles from './FormTable.module.css';
import { groupsOf, penFor, strokesOf } from './signature-strokes.ts';
import { isUnexplained } from '../../records/maintenance-form/form-visit.ts';
import layout from '../../ui/layout.module.css';

interface FormTablesProps {
  form: MaintenanceForm;
  onChange: (form: MaintenanceForm) => void;
  open: ReadonlySet<SectionId>;
  onOpen: (id: SectionId, open: boolean) => void;
  dateInput: Ref<HTMLInputElement>;
  dateError: string | null;
  equipmentFoot: ReactNode;
}

/** The six groups of the form (`spec §3`), each of which folds. */
export function FormTables(props: FormTablesProps) {
  const { form, open, onOpen, equipmentFoot } = props;
  const rows = rowsOf(props);
  return sectionsInOrder(useNarrow()).map(({ id, title }) => (
    <FormTable
      key={id}
      id={sectionElement(id)}
      title={title}
      state={sectionState(id, form)}
      open={open.has(id)}
      onOpen={(isOpen) => onOpen(id, isOpen)}
      foot={id === 'equipment' && equipmentFoot}
    >
      {rows[id]}
    </FormTable>
  ));
}

function rowsOf({ form, onChange, dateInput, dateError }: FormTablesProps): Record<SectionId, ReactNode> {
  const { generalInfo, equipment, tasksPerformed, findings, conclusion } = form;
  const setGeneral = (change: Partial<typeof generalInfo>) =>
    onChange({ ...form, generalInfo: { ...generalInfo, ...change } });
  const setFindings = (change: Partial<typeof findings>) => onChange({ ...form, findings: { ...findings, ...change } });

  return {
    general: (
      <>
        <DateRow
          value={generalInfo.date}
          onChange={(date) => setGeneral({ date })}
          error={dateError}
          inputRef={dateInput}
        />
        <TextRow label="Client" value={generalInfo.client} onChange={(client) => setGeneral({ client })} />
        <TextRow label="Location" value={generalInfo.location} onChange={(location) => setGeneral({ location })} />
        <TextRow
          label="Sales engineer"
          value={generalInfo.salesEngineer}
          onChange={(salesEngineer) => setGeneral({ salesEngineer })}
        />
      </>
    ),
    equipment: keysOf(equipmentLabels).map((field) => (
      <TextRow
        key={field}
        label={equipmentLabels[field]}
        limit={equipmentLimit}
        value={equipment[field]}
        onChange={(text) => onChange({ ...form, equipment: { ...equipment, [field]: text } })}
      />
    )),
    tasks: keysOf(taskLabels).map((field) => (
      <CheckRow
        key={field}
        id={findingElement(field)}
        label={taskLabels[field]}
        hint={taskHints[field]}
        check={tasksPerformed[field]}
        onChange={(check) => onChange({ ...form, tasksPerformed: { ...tasksPerformed, [field]: check } })}
      />
    )),
    findings: (
      <>
        <TextRow
          label="Issue details"
          rows={3}
          value={findings.issueDetails}
          onChange={(issueDetails) => setFindings({ issueDetails })}
        />
        <TextRow
          label="Recommended action"
          rows={3}
          value={findings.recommendedAction}
          onChange={(recommendedAction) => setFindings({ recommendedAction })}
        />
      </>
    ),
    conclusion: conclusion.map(({ post, text }) => (
      <TextRow
        key={post}
        label={post}
        rows={conclusion.length > 2 ? 2 : 3}
        value={text}
        onChange={(typed) =>
          onChange({
            ...form,
            conclusion: conclusion.map((before) => (before.post === post ? { post, text: typed } : before)),
          })
        }
      />
    )),
    signatures: <Signatures form={form} onChange={onChange} />,
  };
}

// Names and signatures

function Signatures({ form, onChange }: { form: MaintenanceForm; onChange: (form: MaintenanceForm) => void }) {
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
      <TextRow label="Name of the sales engineer" {...textOf('salesEngineer')} />
      <SignatureRow label="Signature of the sales engineer" {...signatureOf('salesEngineer')} />
      <TextRow label="Name of the client" {...textOf('ClientName')} />
      <IdNumberRow label="ID number of the client" {...textOf('ClientIdNumber')} />
      <SignatureRow label="Signature of the client" {...signatureOf('client')} />
    </>
  );
}

function SignatureRow(field: ComponentProps<typeof SignatureField>) {
  return (
    <FormRow name={field.label}>
      <SignatureField {...field} />
    </FormRow>
  );
}

// The rows of the groups

interface TextRowProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Lines of an empty field; it grows with its text. */
  rows?: number;
  /** In characters. */
  limit?: number;
}

function TextRow({ label, value, onChange, rows = 1, limit }: TextRowProps) {
  const id = useId();
  const { type, tooLong, remark } = useTypedText({ value, onChange, lines: true, limit });
  return (
    <FormRow
      name={
        <label id={`${id}-name`} htmlFor={id}>
          {label}
        </label>
      }
    >
      <textarea
        id={id}
        aria-labelledby={`${id}-name`}
        className={`${styles.input} ${rows > 1 ? styles.tall : ''}`}
        // for browsers without `field-sizing`
        rows={Math.max(rows, value.split('\n').length, Math.ceil(value.length / 70))}
        value={value}
        onChange={(event) => type(event.target.value)}
        aria-invalid={tooLong !== null || undefined}
        aria-describedby={tooLong === null ? undefined : `${id}-error`}
      />
      <TextNotes id={id} tooLong={tooLong} remark={remark} />
    </FormRow>
  );
}

interface DateRowProps {
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  inputRef: Ref<HTMLInputElement>;
}

/** The day of the visit: the only required line (`spec §5`). */
function DateRow({ value, onChange, error, inputRef }: DateRowProps) {
  const id = useId();
  return (
    <FormRow name={<label htmlFor={id}>Date</label>}>
      <div className={`${layout.row} ${styles.date}`}>
        <input
          ref={inputRef}
          id={id}
          type="date"
          required
          className={`${styles.input} ${styles.framed}`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        />
        {/* the browser decides the order of day and month in the input */}
        {value !== '' && <span className={`${texts.medium} ${styles.written}`}>{longDay(value)}</span>}
      </div>
      {error && (
        <p
          id={`${id}-error`}
          role="alert"
          className={`${layout.line} ${texts.problem} ${texts.smaller} ${styles.error}`}
        >
          <Icon name="warning" />
          {error}
        </p>
      )}
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
          className={styles.input}
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
          aria-label={letters ? 'Keyboard with digits' : 'Keyboard with letters'}
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
  label: string;
  strokes: readonly Stroke[];
  onChange: (strokes: Stroke[]) => void;
}

/** A box to sign in with finger, pen or mouse. Printed as vectors, so it stays sharp. */
function SignatureField({ label, strokes, onChange }: SignatureFieldProps) {
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
        className={styles.pad}
        role="img"
        aria-label={`${label}, ${strokes.length > 0 ? 'drawn' : 'not drawn'}`}
      />
      <div className={`${layout.line} ${texts.fine} ${styles.foot}`}>
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

// A check and its result

interface CheckRowProps {
  /** Id of the field for what was found. */
  id: string;
  label: string;
  hint: string;
  check: Check;
  onChange: (check: Check) => void;
}

const resultStyles = { Pass: styles.pass, Fail: styles.fail, 'N.A.': styles.none };

function CheckRow({ id: textId, label, hint, check, onChange }: CheckRowProps) {
  const id = useId();
  const unexplained = isUnexplained(check);
  const { type, remark } = useTypedText({
    value: check.text,
    onChange: (text) => onChange({ ...check, text }),
    lines: true,
  });
  return (
    <FormRow
      name={
        <>
          {label}
          <span className={`${texts.fine} ${styles.hint}`}>{hint}</span>
        </>
      }
      nameId={id}
      className={styles.checkCell}
    >
      <div className={`${layout.row} ${styles.results}`} role="radiogroup" aria-labelledby={id}>
        {checkResults.map((result) => (
          <label key={result} className={`${styles.result} ${resultStyles[result]}`}>
            <input
              type="radio"
              name={id}
              value={result}
              checked={check.result === result}
              onChange={() => onChange({ ...check, result })}
            />
            {result}
          </label>
        ))}
        {check.result !== '' && (
          <Button
            variant="ghost"
            aria-label={`Clear the result of ${label}`}
            onClick={({ currentTarget }) => {
              // the button disappears, and the keyboard would lose its place
              currentTarget.parentElement?.querySelector('input')?.focus();
              onChange({ ...check, result: '' });
            }}
          >
            Clear
          </Button>
        )}
      </div>
      {unexplained && (
        <p className={`${texts.problem} ${texts.smallest} ${styles.ask}`}>Failed: write down what was found.</p>
      )}
      <textarea
        id={textId}
        className={`${styles.input} ${styles.framed} ${unexplained ? styles.unexplained : ''}`}
        aria-label={`${label}: what was found`}
        placeholder="What was found"
        rows={Math.max(1, check.text.split('\n').length, Math.ceil(check.text.length / 60))}
        value={check.text}
        onChange={(event) => type(event.target.value)}
      />
      <TextNotes id={textId} tooLong={null} remark={remark} />
    </FormRow>
  );
}
