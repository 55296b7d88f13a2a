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
import { useResumeFrom } from './use-resume-from.ts'

const GRAPHS = [
  { value: 'ran', label: 'Graph of the run' },
  { value: 'draft', label: 'Draft' },
]

type ResumeFromProps = { thread: Thread; node: CheckpointSummary }

/**
 * Starts a new branch from this checkpoint, with its state or an edited one. Existing checkpoints
 * are never overwritten.
 */
export function ResumeFrom({ thread, node }: ResumeFromProps) {
  const [isEditing, setEditing] = useState(false)
  const [graph, setGraph] = useState('ran')
  const resume = useResumeFrom(thread, node)
  const hasNext = node.next.length > 0 || node.source === 'input'
  const isDraft = graph === 'draft'
  const run = () => resume.mutate({ isDraft })

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
              loading={resume.isPending}
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
              onChange={(value) => setGraph(value ?? 'ran')}
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
      {resume.error && !isEditing && <ErrorPanel action="run from here" error={resume.error} />}
      <Modal
        opened={isEditing}
        onClose={() => setEditing(false)}
        title="Run from here with an edited state"
        size="lg"
      >
        <EditedState
          threadId={thread.id}
          node={node}
          error={resume.error}
          isStarting={resume.isPending}
          onRun={(values) => resume.mutate({ isDraft, values })}
          onClose={() => setEditing(false)}
        />
      </Modal>
    </>
  )
}
