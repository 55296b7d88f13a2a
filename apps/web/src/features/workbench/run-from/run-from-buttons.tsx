import { Button } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import { useState } from 'react'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { EditStateDialog } from './edit-state-dialog.tsx'
import { type RunPlace, useRunFrom } from './use-run-from.ts'

type RunFromButtonsProps = { place: RunPlace; title: string; note?: string | undefined }

/** Runs the graph from a step of an earlier run, with its state or with another. */
export function RunFromButtons({ place, title, note }: RunFromButtonsProps) {
  const [isEditing, setEditing] = useState(false)
  const runFrom = useRunFrom()
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconGitBranch size={14} />}
        loading={runFrom.isPending}
        title="Runs the draft from the state before this step, as a new branch of the thread"
        onClick={() => runFrom.mutate(place)}
      >
        Run from here
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
        Edit state…
      </Button>
      {runFrom.error && <ErrorPanel attempted="run from here" error={runFrom.error} />}
      {isEditing && (
        <EditStateDialog
          place={place}
          title={title}
          note={note}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  )
}
