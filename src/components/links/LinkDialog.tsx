import { useId, useRef, useState, type FormEvent } from 'react';
import { useStillHere } from '../../lib/device/still-here.ts';
import { createTypedMemory } from '../../lib/device/typed-memory.ts';
import { t } from '../../lib/language/translate.ts';
import { queryClient } from '../../lib/query-client.ts';
import { tooLongText } from '../../lib/text-rules.ts';
import { linksQuery, makeLink } from '../../records/link/link-calls.ts';
import { givenAwayText, unmadeText, type LinkContents } from '../../records/link/link-words.ts';
import { linkDays, linkLimits, type LinkDays, type MadeLink, type TypedLink } from '../../records/link/link.ts';
import { longDate } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { Warning } from '../../ui/message/Warning.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { LeaveGuard } from '../LeaveGuard.tsx';
import { NeedsConnection } from '../NeedsConnection.tsx';
import { useToday } from '../use-today.ts';
import { LinkButtons, ShownLink, useLinkActions } from './ShownLink.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';

/** The visits that a link opens. */
export interface LinkedVisits {
  /** `title` is the title of the site as the screens show it. */
  site: { id: number; title: string };
  ids: readonly number[];
  counts: LinkContents;
}

const typedMemory = createTypedMemory<TypedLink>();
const dayMs = 24 * 3_600_000;

interface LinkDialogProps extends LinkedVisits {
  onClose: () => void;
}

/** Makes a link that opens visits without a login, and shows it once. The input stays until the link is made. */
export function LinkDialog({ site, ids, counts, onClose }: LinkDialogProps) {
  const form = useLinkForm(site.id, ids);
  const { made, making } = form;
  const [isCopied, setCopied] = useState(false);
  const [isAskingToClose, setAskingToClose] = useState(false);
  const wouldBeLost = made !== null && !isCopied;
  const onceText = t('It is shown only once. If nobody has it, end it in the list of links, and make another one.');
  const close = () => {
    // the answer contains the link, which is shown only once, so the dialog stays open for it
    if (making) return;
    if (wouldBeLost) setAskingToClose(true);
    else onClose();
  };
  const formId = useId();
  const linkActions = useLinkActions(made?.link ?? null, { site: site.title, visits: counts.visits }, () =>
    setCopied(true),
  );
  return (
    <>
      <LeaveGuard alsoForQuery when={making || wouldBeLost} title={t('Leave without the link?')} text={onceText} />
      {isAskingToClose ? (
        <ConfirmDialog
          title={t('Close without copying the link?')}
          action={t('Close without copying')}
          variant="secondary"
          cancel={t('Back to the link')}
          onConfirm={onClose}
          onClose={() => setAskingToClose(false)}
        >
          <p>{onceText}</p>
        </ConfirmDialog>
      ) : (
        <Dialog
          open
          title={made ? t('The link for {label}', { label: made.label }) : t('Link without a login')}
          onClose={close}
          footer={
            made ? (
              <LinkButtons actions={linkActions} onClose={close} />
            ) : (
              <>
                <NeedsConnection text={t('Making a link needs a connection.')} />
                <Button onClick={close} unavailable={making}>
                  {t('Cancel')}
                </Button>
                <Button type="submit" form={formId} variant="primary" busy={making}>
                  {making ? t('Making…') : t('Make')}
                </Button>
              </>
            )
          }
        >
          {made ? (
            <ShownLink link={made.link} visits={counts.visits} actions={linkActions} onCopied={() => setCopied(true)} />
          ) : (
            <LinkFields id={formId} form={form} counts={counts} />
          )}
        </Dialog>
      )}
    </>
  );
}

/** The input of the form, and the link that was made from it. */
function useLinkForm(siteId: number, ids: readonly number[]) {
  const [typed, setTyped] = useState<TypedLink>(() => typedMemory.get(`${siteId}`) ?? { label: '', days: 30 });
  const [isLabelMissing, setLabelMissing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<{ link: MadeLink; label: string } | null>(null);
  const notePress = useStillHere();
  const field = useRef<HTMLInputElement>(null);

  const make = async () => {
    const label = typed.label.trim();
    if (making || tooLongText(typed.label, linkLimits.label) !== null) return;
    setLabelMissing(label === '');
    if (label === '') {
      field.current?.focus();
      return;
    }
    const isStillHere = notePress();
    setProblem(null);
    setMaking(true);
    try {
      const link = await makeLink(siteId, ids, { ...typed, label });
      if (!isStillHere()) return;
      typedMemory.forget(`${siteId}`);
      setMade({ link, label });
      void queryClient.invalidateQueries({ queryKey: linksQuery(siteId).queryKey });
    } catch (error) {
      if (!isStillHere()) return;
      console.error('The link was not made', error);
      setProblem(unmadeText(error));
    }
    setMaking(false);
  };
  const change = (next: TypedLink) => {
    setTyped(next);
    setLabelMissing(false);
    typedMemory.set(`${siteId}`, next);
  };
  return { typed, change, isLabelMissing, problem, making, made, make, field };
}

interface LinkFieldsProps {
  /** The id of the form. */
  id: string;
  form: ReturnType<typeof useLinkForm>;
  counts: LinkContents;
}

function LinkFields({ id, form: { typed, change, isLabelMissing, problem, make, field }, counts }: LinkFieldsProps) {
  const today = useToday();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void make();
  };
  return (
    <form id={id} className={layout.gap4} noValidate onSubmit={submit}>
      <Warning>{givenAwayText(counts)}</Warning>
      <TextField
        label={t('For whom')}
        hint={t('To tell it from others in the list, such as: Insurer. Whoever opens the link does not see it.')}
        required
        autoComplete="off"
        data-autofocus
        inputRef={field}
        limit={linkLimits.label}
        value={typed.label}
        error={isLabelMissing ? t('Say for whom it is.') : null}
        onChange={(label) => change({ ...typed, label })}
      />
      <div className={layout.gap1}>
        <Segments
          label={t('Works for')}
          choices={linkDays.map((days) => ({ value: `${days}`, label: t('{days} days', { days }) }))}
          chosen={`${typed.days}`}
          onChoose={(chosen) => change({ ...typed, days: daysOf(chosen) })}
        />
        <p className={texts.hint}>
          {t('Until {day}. You can end it before, at any time.', {
            day: longDate(new Date(today.getTime() + typed.days * dayMs)),
          })}
        </p>
      </div>
      <ErrorNote>{problem}</ErrorNote>
    </form>
  );
}

const daysOf = (chosen: string): LinkDays => linkDays.find((days) => `${days}` === chosen) ?? 30;
