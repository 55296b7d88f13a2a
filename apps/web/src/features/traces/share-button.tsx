import type { Span, Trace, TraceShare } from '@lathe/contract'
import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core'
import { IconShare2 } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { describeError } from '../../lib/describe-error.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { showToast } from '../../ui/undo-toast.tsx'
import styles from './traces.module.css'

type ShareButtonProps = { trace: Trace; spans: readonly Span[] }

/** A link by which others read the trace, made here and revoked here. */
export function ShareButton({ trace, spans }: ShareButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={340} trapFocus>
      <Popover.Target>
        <Tooltip label="Share">
          <ActionIcon variant="subtle" aria-label="Share" onClick={() => setIsOpen(!isOpen)}>
            <IconShare2 size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>{isOpen && <Links trace={trace} spans={spans} />}</Popover.Dropdown>
    </Popover>
  )
}

const addressOf = ({ token }: TraceShare) => `${location.origin}/public/${token}/r`

function Links({ trace, spans }: ShareButtonProps) {
  const queryClient = useQueryClient()
  const options = api.traces.shares.queryOptions({ input: { id: trace.id } })
  const { data: shares = [], isPending } = useQuery(options)
  const settled = {
    onSettled: () => queryClient.invalidateQueries({ queryKey: options.queryKey }),
    onError: (error: Error) => showToast(describeError(error).message, 'error'),
  }
  const share = useMutation({ ...api.traces.share.mutationOptions(), ...settled })
  const revoke = useMutation({ ...api.traces.revokeShare.mutationOptions(), ...settled })
  const root = spans.find(({ parentId }) => parentId === null)
  if (isPending) return null
  return (
    <div className={styles.share}>
      {shares.length === 0 && (
        <p className={styles.secondary}>
          Whoever has the link can read this trace, all it carries, without signing in, until you
          revoke it.
        </p>
      )}
      {shares.map((made) => (
        <div key={made.token} className={styles.shareLine}>
          <a href={addressOf(made)} target="_blank" rel="noreferrer">
            {made.spanId === root?.id ? 'The whole trace' : 'A span of it'}
          </a>
          <CopyButton value={addressOf(made)} label="Copy the link" hasText />
          <span className={styles.secondary}>
            <RelativeTime at={made.createdAt} />
          </span>
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            onClick={() => revoke.mutate({ token: made.token })}
          >
            Revoke
          </Button>
        </div>
      ))}
      {root && !shares.some(({ spanId }) => spanId === root.id) && (
        <Button
          size="xs"
          loading={share.isPending}
          onClick={() => share.mutate({ traceId: trace.id, spanId: root.id })}
        >
          Make a link
        </Button>
      )}
    </div>
  )
}
