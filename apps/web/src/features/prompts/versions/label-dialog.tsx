import { BrokenPromptUse } from '@lathe/contract'
import { Button, Group, Modal, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { describeError } from '../../../lib/api/describe-error.ts'
import styles from '../prompts.module.css'

export type RejectedMove = { label: string; version: number | null; error: unknown }

type LabelDialogProps = { move: RejectedMove; onClose: () => void; onConfirm: () => void }

const RejectionError = z.object({ data: z.object({ agents: z.array(BrokenPromptUse) }) })

/** Lists the agents that a label's move would break. */
export function LabelDialog({ move, onClose, onConfirm }: LabelDialogProps) {
  const { label, version, error } = move
  const agents = RejectionError.safeParse(error).data?.data.agents
  const action = version === null ? 'Remove' : 'Move'
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={version === null ? `Remove ${label}?` : `Move ${label} to v${version}?`}
    >
      <Stack gap="md">
        {agents ? (
          <>
            <p className={styles.failed} role="alert">
              Runs of agents that follow this label would fail.
            </p>
            <div className={styles.uses}>
              <BrokenUseList agents={agents} />
            </div>
          </>
        ) : (
          <p role="alert">{describeError(error).message}</p>
        )}
        <p className={styles.muted}>
          Add the missing variables to the agents and publish them first.
        </p>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red" onClick={onConfirm}>
            {action} anyway
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function BrokenUseList({ agents }: { agents: readonly BrokenPromptUse[] }) {
  return (
    <table className={styles.table}>
      <caption>Agents</caption>
      <thead>
        <tr>
          <th>Agent</th>
          <th>Node</th>
          <th>Where</th>
          <th>Missing</th>
        </tr>
      </thead>
      <tbody>
        {agents.map(({ agent, name, node, document, missing, problems }) => (
          <tr key={`${agent} ${document} ${node}`}>
            <td>
              <Link to="/agents/$agent" params={{ agent }} search={{ node }}>
                {name}
              </Link>
            </td>
            <td>
              <code>{node}</code>
            </td>
            <td>{document === 'draft' ? 'draft' : 'published version'}</td>
            <td>{missing.length > 0 ? missing.join(', ') : problems[0]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
