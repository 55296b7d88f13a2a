import { Button } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import { useState } from 'react'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Lacking } from '../../../ui/lacking.tsx'
import { useThread } from '../run-panel/use-thread.ts'
import { useRunView } from '../workbench-context.ts'
import { EditStateDialog } from './edit-state-dialog.tsx'
import { type RunPlace, useRunFrom } from './use-run-from.ts'

type RunFromButtonsProps = {
  place: RunPlace
  threadId: string
  title: string
  note?: string | undefined
}

/** Runs the graph from a step of an earlier run, with its state or with another. */
export function RunFromButtons({ place, threadId, title, note }: RunFromButtonsProps) {
  const [isEditing, setEditing] = useState(false)
  const runFrom = useRunFrom()
  const isLive = useRunView(({ status }) => status === 'pending' || status === 'running')
  const isBusy = useThread().threadId === threadId && isLive
  const lack = isBusy && 'Another run of this thread has not ended yet'
  return (
    <>
      <Lacking
        lack={lack}
        hint="Runs the draft from the state before this step, as a new branch of the thread"
      >
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconGitBranch size={14} />}
          loading={runFrom.isPending}
          onClick={() => runFrom.mutate(place)}
        >
          Run from here
        </Button>
      </Lacking>
      <Lacking lack={lack}>
        <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
          Edit state…
        </Button>
      </Lacking>
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
