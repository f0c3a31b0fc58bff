import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { NeedsConnection } from '../../components/NeedsConnection.tsx';
import { SiteCombo } from '../../components/SiteChoice.tsx';
import { said, t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { useUnmounted } from '../../lib/screen/pace.ts';
import { tooLongText } from '../../lib/text-rules.ts';
import { plainList } from '../../records/counted.ts';
import { formPresets } from '../../records/maintenance-form/form-presets.ts';
import type { StoredEquipment } from '../../records/maintenance-form/form-site-query.ts';
import type { FormTemplate } from '../../records/maintenance-form/form-visit.ts';
import {
  type MaintenanceForm,
  changedEquipment,
  equipmentLimit,
  withFields,
  equipmentLabels,
  keysOf,
  type Equipment,
} from '../../records/maintenance-form/maintenance-form.ts';
import type { EditedSite } from '../../records/site/site-queries.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { ConflictDialog } from '../../ui/message/ConflictDialog.tsx';
import { readFormDraft } from './form-drafts.ts';
import {
  clientOf,
  clientName,
  readTemplate,
  showSavedEquipment,
  saveEquipment,
  type EquipmentConflict,
} from './form-site.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './FormTable.module.css';

interface ClientChoiceProps {
  client: string;
  sites: readonly EditedSite[];
  form: MaintenanceForm;
  /** Whether nothing was typed in the form. */
  untouched: boolean;
  /** The chosen client while its template is loaded, after which the typed form moves to this client; else null. */
  loadingClient: string | null;
  onLoad: (client: string | null) => void;
  onOpen: (client: string) => void;
  onMove: (client: string, template: FormTemplate | null) => void;
}

/** 'Select Client' (`spec §2`): opens the form of a client. It asks before the client's values replace typed ones. */
export function ClientChoice(props: ClientChoiceProps) {
  const { client, sites, form, untouched, loadingClient, onLoad, onOpen, onMove } = props;
  // the chosen client while the dialog asks whether its values may replace the typed ones
  const [askedClient, setAskedClient] = useState<string | null>(null);
  const loadTemplate = useEffectEvent(async (chosen: string) => readTemplate(chosen, sites));
  const move = useEffectEvent(onMove);
  useEffect(() => {
    if (loadingClient === null) return undefined;
    // false after another client was chosen, whose template must not be replaced by this one
    let isChosen = true;
    void loadTemplate(loadingClient).then((template) => isChosen && move(loadingClient, template));
    return () => {
      isChosen = false;
    };
  }, [loadingClient]);
  const choose = (next: string) => {
    onLoad(null);
    if (next === client) return;
    // each client has its own draft; only a form that was typed without a client moves to the chosen client
    if (client !== '' || next === '' || untouched || readFormDraft(next)) onOpen(next);
    else if (wouldReplace(form)) setAskedClient(next);
    else onLoad(next);
  };
  const answer = (replace: boolean) => {
    setAskedClient(null);
    if (askedClient === null) return;
    if (replace) onLoad(askedClient);
    else onMove(askedClient, null);
  };
  const isNameKnown = client === '' || clientName(client, sites) !== null;
  return (
    <>
      <SiteCombo
        label={t('Select Client')}
        noun="client"
        sites={sites}
        valueBy={clientOf}
        value={loadingClient ?? client}
        onChange={choose}
        others={[
          { value: '', label: t('No client selected') },
          ...(isNameKnown ? [] : [{ value: client, label: t('Loading sites…') }]),
          ...templates(),
        ]}
      />
      <ConfirmDialog
        open={askedClient !== null}
        title={t('Replace the equipment details with the template?')}
        action={t('Yes')}
        variant="secondary"
        cancel={t('No')}
        onConfirm={() => answer(true)}
        onClose={() => answer(false)}
      >
        <p>{t('Client, location, sales engineer and equipment were typed already. Everything else stays as it is.')}</p>
      </ConfirmDialog>
    </>
  );
}

/** The options for the two presets (`spec §2`). They are marked as templates, because a site may have the same name. */
const templates = () =>
  formPresets.map(({ id, name }) => ({
    value: id,
    label: name,
    shown: (
      <span>
        {name} <span className={texts.hint}>{t('Template')}</span>
      </span>
    ),
  }));

/** Whether the values of a client would replace typed ones. */
function wouldReplace({ generalInfo, equipment }: MaintenanceForm): boolean {
  const { client, location, salesEngineer } = generalInfo;
  return [client, location, salesEngineer, ...Object.values(equipment)].some((text) => text.trim() !== '');
}

interface SaveEquipmentProps {
  site: { id: number; name: string };
  /** The equipment in the site's record. */
  saved: StoredEquipment;
  typed: Equipment;
  /** Whether nothing was typed in the form. */
  untouched: boolean;
  /**
   * Called after the save, even if the form is no longer open.
   * @param sent the typed equipment that was sent @param saved the equipment that is saved, which may have fields of somebody else
   */
  onSaved: (sent: Equipment, saved: Equipment) => void;
}

/** A button that saves the form's equipment in the site record, so that the next visit starts with it (`decisions §8`). */
export function SaveEquipment({ site, saved, typed, untouched, onSaved }: SaveEquipmentProps) {
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [conflict, setConflict] = useState<EquipmentConflict | null>(null);
  // the equipment on which the form is based; if the record changes after something was typed, somebody else has changed it
  const [base, setBase] = useState(saved);
  if (untouched && base !== saved) setBase(saved);
  const saving = useMutation({
    mutationFn: (input: { base: StoredEquipment; typed: Equipment }) => saveEquipment(site.id, input.base, input.typed),
    onSuccess: (result, sent) => {
      if ('conflict' in result) {
        setConflict(result.conflict);
        return;
      }
      showSavedEquipment(site.id, result.saved);
      setBase(result.saved);
      onSaved(sent.typed, result.saved.equipment);
      notify.success(t('Data updated successfully!'));
    },
    onError: (error) => {
      console.error('The equipment could not be kept', error);
      // this part is gone, because the form of another client is open, so the error is a notification
      if (unmounted.current)
        notify.alert(t('Error updating data. The equipment of {site} was not kept.', { site: site.name }));
    },
  });
  const unmounted = useUnmounted();
  const changed = changedEquipment(saved.equipment, typed).length > 0;
  // an unchanged text may be longer than the limit
  const tooLong = changedEquipment(base.equipment, typed).filter(
    (field) => tooLongText(typed[field], equipmentLimit) !== null,
  );
  const save = () => {
    setIsSubmitted(true);
    if (tooLong.length === 0) saving.mutate({ base, typed });
  };
  return (
    <div className={`${layout.row} ${styles.saveEquipment}`}>
      {changed ? (
        <Button busy={saving.isPending} onClick={save}>
          {t("Keep as this site's equipment")}
        </Button>
      ) : (
        <p className={`${texts.hint} ${styles.note}`}>{t('This is the equipment that the site record keeps.')}</p>
      )}
      {changed && <NeedsConnection text={t('Keeping it needs a connection.')} />}
      {isSubmitted && tooLong.length > 0 && (
        <p role="alert" className={texts.problem}>
          {t('Not kept. Shorten first: {fields}.', {
            fields: plainList(tooLong.map((field) => said(equipmentLabels[field]))),
          })}
        </p>
      )}
      {saving.isError && (
        <p role="alert" className={texts.problem}>
          {t('Error updating data. What you typed is still here: try again.')}
        </p>
      )}
      {conflict && (
        <ConflictDialog
          title={t("Somebody else changed this site's equipment first")}
          lead={t('Nothing is lost: choose which value to keep. Fields that only one of you changed are not listed.')}
          conflicts={conflict.fields.map((field) => ({
            id: field,
            label: said(equipmentLabels[field]),
            theirs: conflict.theirs.equipment[field] || t('(empty)'),
            mine: typed[field] || t('(empty)'),
          }))}
          onClose={() => setConflict(null)}
          onChosen={(choices) => {
            const { theirs } = conflict;
            // a field without a choice was changed by one person only
            const mine = keysOf(equipmentLabels).filter(
              (field) =>
                choices[field] === 'mine' ||
                (choices[field] === undefined && changedEquipment(base.equipment, typed).includes(field)),
            );
            setConflict(null);
            const mergedEquipment = withFields(theirs.equipment, typed, mine);
            onSaved(typed, mergedEquipment);
            if (mine.length > 0) saving.mutate({ base: theirs, typed: mergedEquipment });
            else showSavedEquipment(site.id, theirs);
            setBase(theirs);
          }}
        />
      )}
    </div>
  );
}
