import type { Example } from '@lathe/contract'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { DatasetPane } from '../dataset-pane.tsx'
import { ExampleEditor } from './example-editor.tsx'
import { Button, Group } from '@mantine/core'
import styles from '../datasets.module.css'
import { discardDraft, isValidDraft, useExampleDrafts } from './example-drafts.ts'
import { forgetFailure, useExampleSave, useSaveExamples } from './saving.ts'

type ExamplePaneProps = {
  datasetId: string
  id: string
  example: Example | undefined
  isLoading: boolean
  /** Set when the example could not be loaded. */
  error: Error | null
  isReadOnly: boolean
}

export function ExamplePane({
  datasetId,
  id,
  example,
  isLoading,
  error,
  isReadOnly,
}: ExamplePaneProps) {
  if (!example && error && !isLoading) {
    return (
      <DatasetPane title="Example">
        <ErrorPanel action="load the example" error={error} />
      </DatasetPane>
    )
  }
  if (!example) {
    const title = isLoading ? 'Example' : 'This example is not in this version'
    return (
      <DatasetPane title={title}>
        {isLoading && <SkeletonRows contentLabel="the example" count={4} />}
        {!isLoading && !isReadOnly && <MissingExample datasetId={datasetId} id={id} />}
      </DatasetPane>
    )
  }
  return (
    <DatasetPane title="Example">
      <ExampleEditor datasetId={datasetId} example={example} isReadOnly={isReadOnly} />
    </DatasetPane>
  )
}

type MissingExampleProps = { datasetId: string; id: string }

/** Shown for an example that someone else deleted, with the local draft if there is one. */
function MissingExample({ datasetId, id }: MissingExampleProps) {
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
