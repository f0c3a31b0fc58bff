import { useId, useState, type SyntheticEvent } from 'react';
import { checkTypeName, knownFailureTypes, typeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/field/TextField.tsx';
import { maxCount } from '../draft/typed-count.ts';
import { AllPostsChoice } from './AllPostsChoice.tsx';
import { addedTogether, postsWith, sumsByYear } from '../draft/counts-by-year.ts';
import type { Confirm } from './RemoveDialog.tsx';
import { useTypedName } from './use-typed-name.ts';
import { listedWords } from '../../../records/counted.ts';
import { sumWords } from './count-words.ts';
import styles from './TypeDialog.module.css';

interface RenameTypeDialogProps {
  posts: CarPosts;
  post: string;
  type: string;
  onClose: () => void;
  onRename: Confirm<[posts: readonly string[], to: string]>;
}

/** Also asks for confirmation before counts are merged under the new name. */
export function RenameTypeDialog({ posts, post, type, onClose, onRename }: RenameTypeDialogProps) {
  const list = useId();
  const form = useId();
  const { typed: to, refuse, field } = useTypedName(type);
  const [everywhere, setEverywhere] = useState(false);
  const [asking, setAsking] = useState(false);
  const [saving, setSaving] = useState(false);
  const having = postsWith(posts, type);
  const chosen = everywhere ? having : [post];
  const joined = addedTogether(posts, chosen, type, to);
  const years = sumsByYear(chosen.flatMap((one) => posts.get(one) ?? []).filter((entry) => entry.type === type));
  const suggested = new Set([...[...posts.values()].flat().map((entry) => entry.type), ...knownFailureTypes]);

  const goBack = (words: string) => {
    setAsking(false);
    refuse(words);
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (to === type) {
      onClose();
      return;
    }
    const found = checkTypeName(to);
    const tooMany = joined.find(({ entrance, exit }) => Math.max(entrance, exit) > maxCount);
    if (found) goBack(found);
    else if (tooMany)
      goBack(
        `${tooMany.post} has “${to}” in ${tooMany.year} already, and together they would be more than ${maxCount.toLocaleString('en')}.`,
      );
    else if (joined.length > 0 && !asking) setAsking(true);
    else if (!saving) {
      setSaving(true);
      const problem = await onRename(chosen, to);
      setSaving(false);
      if (problem !== null) goBack(problem);
    }
  };

  return (
    <Dialog
      open
      title={asking ? `Add the counts to “${to}”?` : `Rename “${typeLabel(type)}”`}
      onClose={onClose}
      footer={
        asking ? (
          <>
            <Button
              onClick={() => {
                setAsking(false);
              }}
            >
              Back
            </Button>
            <Button key="add" type="submit" variant="primary" form={form} busy={saving}>
              Add together and rename
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button key="rename" type="submit" variant="primary" form={form} busy={saving}>
              Rename
            </Button>
          </>
        )
      }
    >
      <form id={form} className={styles.body} noValidate onSubmit={(event) => void submit(event)}>
        <div className={styles.body} hidden={asking}>
          <TextField
            label="Failure type"
            required
            data-autofocus
            list={list}
            onFocus={(event) => event.target.select()}
            {...field}
          />
          <datalist id={list}>
            {[...suggested]
              .filter((one) => one.trim() !== '' && one !== type)
              .map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
          </datalist>
          <AllPostsChoice type={type} having={having} checked={everywhere} onChange={setEverywhere} />
          <p>
            Renamed in every year of {everywhere ? 'these posts' : post}:{' '}
            {listedWords(years.map(({ year }) => `${year}`))}. It is saved at once, and can be undone.
          </p>
        </div>
        {asking && (
          <div role="alert" className={styles.body}>
            <p>
              “{to}” has counts of its own there. One name stands for one thing, so the counts of both would be added
              together:
            </p>
            <ul className={styles.sums}>
              {joined.map((sum) => (
                <li key={`${sum.year} ${sum.post}`}>
                  {sum.post}, {sum.year}: {sumWords(sum.parts)}
                </li>
              ))}
            </ul>
          </div>
        )}
      </form>
    </Dialog>
  );
}
