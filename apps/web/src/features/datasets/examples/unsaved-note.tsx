import type { Example } from '@lathe/contract'
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useShallow } from 'zustand/react/shallow'
import { describeError } from '../../../lib/api/describe-error.ts'
import { plural } from '../../../lib/format/format.ts'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { Keys } from '../../../ui/layout/keys.tsx'
import styles from '../datasets.module.css'
import { discardDraft, isValidDraft, useExampleDrafts } from './example-drafts.ts'
import { forgetFailure, useSaveExamples, useSaveSummary } from './saving.ts'

const route = getRouteApi('/datasets/$name')

type UnsavedNoteProps = { datasetId: string; examples: readonly Example[] }

export function UnsavedNote({ datasetId, examples }: UnsavedNoteProps) {
  const isOpen = route.useSearch().open !== undefined
  const navigate = route.useNavigate()
  const save = useSaveExamples(datasetId)
  const listed = new Map(examples.map((example) => [example.id, example]))
  const ids = useExampleDrafts(
    useShallow(({ drafts }) =>
      Object.values(drafts)
        .filter(({ example: { datasetId: ownerId } }) => ownerId === datasetId)
        .filter(({ example: { id, version } }) => version === 0 || listed.has(id))
        .map(({ example }) => example.id),
    ),
  )
  const { idle, conflicts, removed: removedIds, error } = useSaveSummary(ids)
  const [conflict] = conflicts
  const saveDrafts = (exampleIds: readonly string[]) => {
    const { drafts } = useExampleDrafts.getState()
    save(
      exampleIds.flatMap((id) => {
        const draft = drafts[id]
        return draft && isValidDraft(draft)
          ? [{ before: listed.get(id), after: draft.example }]
          : []
      }),
    )
  }
  const saveAll = () => saveDrafts(idle.filter((id) => !removedIds.includes(id)))
  const discardDrafts = () => {
    for (const id of removedIds) {
      discardDraft(id)
      forgetFailure(id)
    }
  }
  const hotkey = {
    keys: 'mod+s',
    label: 'Save all changes',
    group: 'Dataset',
    inFields: true,
    run: saveAll,
  }
  useHotkeys(idle.length > 0 ? [hotkey] : [])
  if (idle.length === 0) return null
  return (
    <>
      <span className={styles.muted}>{plural(idle.length, 'example')} not saved</span>
      <Button
        size="compact-xs"
        variant="default"
        rightSection={isOpen ? undefined : <Keys keys="mod+s" />}
        onClick={saveAll}
      >
        Save all
      </Button>
      {error !== undefined && (
        <span className={styles.failed} role="alert">
          {describeError(error).message}
        </span>
      )}
      {removedIds.length > 0 && (
        <span className={styles.failed} role="alert">
          Someone else deleted {removedIds.length === 1 ? 'it' : `${removedIds.length} of them`};
          your edits are at the end of the list.{' '}
          <Button size="compact-xs" variant="default" onClick={() => saveDrafts(removedIds)}>
            Restore
          </Button>{' '}
          <Button size="compact-xs" variant="default" onClick={discardDrafts}>
            Discard
          </Button>
        </span>
      )}
      {conflict !== undefined && (
        <span className={styles.failed} role="alert">
          Someone else changed {conflicts.length === 1 ? 'it' : `${conflicts.length} of them`}.{' '}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() =>
              void navigate({
                search: (current) => ({ ...current, open: conflict, pane: undefined }),
                replace: true,
              })
            }
          >
            Show
          </Button>
        </span>
      )}
    </>
  )
}
