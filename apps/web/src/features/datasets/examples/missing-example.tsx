import { Button, Group } from '@mantine/core'
import styles from '../datasets.module.css'
import { discardDraft, isValidDraft, useExampleDrafts } from './example-drafts.ts'
import { forgetFailure, useExampleSave, useSaveExamples } from './saving.ts'

type MissingExampleProps = { datasetId: string; id: string }

/** Shown for an example that someone else deleted, with the local draft if there is one. */
export function MissingExample({ datasetId, id }: MissingExampleProps) {
  const draft = useExampleDrafts(({ drafts }) => drafts[id])
  const save = useSaveExamples(datasetId)
  const { isSaving } = useExampleSave(id)
  if (!draft || !isValidDraft(draft)) return null
  const after = { ...draft.example, version: 0 }
  return (
    <>
      <p className={styles.failed} role="alert">
        Someone else deleted this example. Your edits are kept here.
      </p>
      <Group gap="xs">
        <Button loading={isSaving} onClick={() => save([{ before: undefined, after }])}>
          Restore with my edits
        </Button>
        <Button
          variant="default"
          onClick={() => {
            discardDraft(id)
            forgetFailure(id)
          }}
        >
          Discard
        </Button>
      </Group>
    </>
  )
}
