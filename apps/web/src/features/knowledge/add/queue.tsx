import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconAlertOctagonFilled, IconCheck, IconFile, IconX } from '@tabler/icons-react'
import { formatBytes } from '../../../lib/format/format.ts'
import styles from '../knowledge.module.css'
import type { Pending } from './sources.ts'
import type { QueueItem } from './use-add-queue.ts'

type QueueProps = {
  items: readonly QueueItem[]
  previewKey: number | undefined
  onPreview: (key: number | undefined) => void
  onRemove: (key: number) => void
  onRetry: (item: QueueItem) => void
}

export function Queue({ items, previewKey, onPreview, onRemove, onRetry }: QueueProps) {
  return (
    <ul className={styles.queue} aria-label="Documents to add">
      {items.map((item) => {
        const { key, source, state, reason } = item
        return (
          <li key={key}>
            <StateIcon state={state} />
            <span className={styles.name} title={source.name}>
              {source.name} <span className={styles.note}>{sourceSize(source)}</span>
            </span>
            {state === 'failed' ? (
              <Button size="compact-xs" variant="default" onClick={() => onRetry(item)}>
                Retry
              </Button>
            ) : (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => onPreview(key === previewKey ? undefined : key)}
              >
                {key === previewKey ? 'Hide chunks' : 'Show chunks'}
              </Button>
            )}
            <ActionIcon
              variant="subtle"
              aria-label={`Remove ${source.name}`}
              onClick={() => onRemove(key)}
            >
              <IconX size={14} />
            </ActionIcon>
            {reason && <p className={styles.failed}>{reason}</p>}
          </li>
        )
      })}
    </ul>
  )
}

function StateIcon({ state }: Pick<QueueItem, 'state'>) {
  if (state === 'sending') return <Loader size={14} aria-label="being added" />
  if (state === 'added') return <IconCheck size={14} role="img" aria-label="added" />
  if (state === 'ready') return <IconFile size={14} role="img" aria-label="not added yet" />
  return (
    <IconAlertOctagonFilled size={14} className={styles.failed} role="img" aria-label="refused" />
  )
}

function sourceSize(source: Pending): string {
  if (source.type === 'file') return formatBytes(source.file.size)
  return source.type === 'text' ? `${source.text.length} characters` : ''
}
