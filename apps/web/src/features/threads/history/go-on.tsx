import { Button, Modal, Select } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import type { CheckpointSummary, Thread } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { Keys } from '../../../ui/layout/keys.tsx'
import { EditedState } from './edited-state.tsx'
import styles from './history.module.css'
import { useGoOn } from './use-go-on.ts'

const GRAPHS = [
  { value: 'ran', label: 'Graph of the run' },
  { value: 'draft', label: 'Draft' },
]

type GoOnProps = { thread: Thread; node: CheckpointSummary }

/**
 * Starts a new branch from this checkpoint, with its state or an edited one. Existing checkpoints
 * are never overwritten.
 */
export function GoOn({ thread, node }: GoOnProps) {
  const [isEditing, setEditing] = useState(false)
  const [graph, setGraph] = useState('ran')
  const goOn = useGoOn(thread, node)
  const hasNext = node.next.length > 0 || node.source === 'input'
  const isDraft = graph === 'draft'
  const run = () => goOn.mutate({ isDraft })

  useHotkeys(
    hasNext
      ? [
          { keys: 'f', label: 'Run from this checkpoint', group: 'Run', run },
          { keys: 'e', label: 'Edit state', group: 'Run', run: () => setEditing(true) },
        ]
      : [],
  )

  return (
    <>
      <div className={styles.actions}>
        {hasNext && (
          <>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconGitBranch size={14} />}
              rightSection={<Keys keys="f" />}
              loading={goOn.isPending}
              onClick={run}
            >
              Run from here
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              rightSection={<Keys keys="e" />}
              onClick={() => setEditing(true)}
            >
              Edit state…
            </Button>
            <Select
              aria-label="Graph"
              size="xs"
              w={140}
              allowDeselect={false}
              data={GRAPHS}
              value={graph}
              onChange={(chosen) => setGraph(chosen ?? 'ran')}
            />
          </>
        )}
        <Link
          to="/agents/$agent"
          params={{ agent: thread.agentSlug }}
          search={{ thread: thread.id, ...(node.runId !== null && { run: node.runId }) }}
        >
          {hasNext ? 'Open in the workbench' : 'Continue in the workbench'}
        </Link>
      </div>
      {goOn.error && !isEditing && <ErrorPanel action="run from here" error={goOn.error} />}
      <Modal
        opened={isEditing}
        onClose={() => setEditing(false)}
        title="Run from here with an edited state"
        size="lg"
      >
        <EditedState
          threadId={thread.id}
          node={node}
          error={goOn.error}
          isStarting={goOn.isPending}
          onRun={(values) => goOn.mutate({ isDraft, values })}
          onClose={() => setEditing(false)}
        />
      </Modal>
    </>
  )
}
