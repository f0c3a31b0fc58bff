import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { StepDialog, type FaultStepProps } from '../../components/fault-report/StepDialog.tsx';
import { SiteChoice } from '../../components/SiteChoice.tsx';
import { t } from '../../lib/language/translate.ts';
import { failureSiteQuery } from '../../records/failure/failure-queries.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { LoadFailure } from '../../ui/message/Loaded.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { correctFault, useFaultAction } from './fault-calls.ts';
import texts from '../../ui/text.module.css';

/** The option value of the whole site. */
const wholeSite = '';
/** The option value of a post. The prefix tells it from the whole site, because a post may have any name. */
const postValue = (post: string) => `post ${post}`;

/** Asks for the right post or site of a fault, and corrects it. */
export function CorrectFaultDialog({ fault, onClose, onDone }: FaultStepProps) {
  const [site, setSite] = useState(fault.site);
  const [post, setPost] = useState(fault.post === null ? wholeSite : postValue(fault.post));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { data: sites } = useQuery(sitesQuery);
  const siteId = site === fault.site ? fault.site_id : sites?.find(({ name }) => name === site)?.id;
  const posts = useQuery({ ...failureSiteQuery(site || null), enabled: site !== '' });
  const names = [...(posts.data?.posts.keys() ?? [])];
  // the fault's own post is an option even if it was renamed or removed since
  const options =
    site === fault.site && fault.post !== null && !names.includes(fault.post) ? [fault.post, ...names] : names;
  const chosenPost = options.find((name) => postValue(name) === post) ?? null;
  const isSame = siteId === fault.site_id && chosenPost === fault.post;
  const saving = useFaultAction((newSiteId: number) => correctFault(fault.id, newSiteId, chosenPost), {
    fault,
    done: t('The fault is corrected.'),
    onDone,
  });
  const problem = siteId === undefined ? t('Choose a site.') : isSame ? t('Nothing has been changed yet.') : null;
  const submit = () => {
    setIsSubmitted(true);
    if (problem === null && siteId !== undefined) saving.mutate(siteId);
  };
  return (
    <StepDialog
      title={t('Wrong post or site')}
      action={t('Save')}
      fault={fault}
      saving={saving}
      onClose={onClose}
      onSubmit={submit}
    >
      <SiteChoice
        label={t('Site')}
        value={site}
        onChange={(name) => {
          setSite(name);
          setPost(wholeSite);
        }}
      />
      <LoadFailure query={posts} error={t('Error fetching data.')} />
      <SelectField
        label={t('Post')}
        value={post}
        onChange={setPost}
        options={[
          { value: wholeSite, label: t('Whole site') },
          ...options.map((name) => ({ value: postValue(name), label: name })),
        ]}
      />
      <p className={texts.note}>{t('What it was before stays in the change log.')}</p>
      <ErrorNote>{isSubmitted && problem}</ErrorNote>
    </StepDialog>
  );
}
