import type { Span, Trace, TraceShare } from '@lathe/contract'
import { ActionIcon, Button, Group, Popover, Select, Tooltip } from '@mantine/core'
import { IconShare2 } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { formatTime } from '../../lib/format/format.ts'
import { invalidateInAllTabs } from '../../lib/api/other-tabs.ts'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import styles from './traces.module.css'

type ShareButtonProps = { trace: Trace; spans: readonly Span[] }

/** Creates and revokes public links to a trace. */
export function ShareButton({ trace, spans }: ShareButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={380} trapFocus>
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

const shareUrl = ({ token }: TraceShare) => `${location.origin}/public/${token}/r`

function Links({ trace, spans }: ShareButtonProps) {
  const queryClient = useQueryClient()
  const options = api.traces.shares.queryOptions({ input: { id: trace.id } })
  const { data: shares = [], isPending } = useQuery(options)
  const panel = useRef<HTMLDivElement>(null)
  const settled = {
    // The pressed button disappears. Keep the focus inside the panel.
    onMutate: () => panel.current?.focus(),
    onSettled: () => invalidateInAllTabs(queryClient, options.queryKey),
    onError: (error: Error) => showToast(describeError(error).message, 'error'),
  }
  const share = useMutation({ ...api.traces.share.mutationOptions(), ...settled })
  const revoke = useMutation({ ...api.traces.revokeShare.mutationOptions(), ...settled })
  // Without a root span, share the whole trace, including spans that arrive later.
  const rootSpanId = spans.find(({ parentId }) => parentId === null)?.id ?? trace.id
  const coversTrace = ({ spanId }: TraceShare) => spanId === rootSpanId || spanId === trace.id
  if (isPending) return null
  return (
    <div ref={panel} tabIndex={-1} className={styles.share}>
      {shares.map((createdShare) => (
        <div key={createdShare.token} className={styles.shareLine}>
          <span className={styles.shareName}>
            <a href={shareUrl(createdShare)} target="_blank" rel="noreferrer">
              {coversTrace(createdShare) ? 'Whole trace' : 'One span'}
            </a>
            <span className={styles.secondary}>{formatExpiry(createdShare)}</span>
          </span>
          <CopyButton value={shareUrl(createdShare)} label="Copy link" hasText />
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            onClick={() => revoke.mutate({ token: createdShare.token })}
          >
            Revoke
          </Button>
        </div>
      ))}
      {!shares.some(coversTrace) && (
        <NewLinkForm
          isPending={share.isPending}
          onCreate={(expiresAt) =>
            share.mutate({ traceId: trace.id, spanId: rootSpanId, expiresAt })
          }
        />
      )}
    </div>
  )
}

const formatExpiry = ({ expiresAt }: TraceShare): string =>
  expiresAt === null
    ? 'No expiry'
    : `Expires ${formatTime(new Date(expiresAt / 1_000), new Date())}`

const DAY = 86_400_000_000
const EXPIRY_LABELS = { 1: '1 day', 7: '7 days', 30: '30 days', 90: '90 days', never: 'No expiry' }

type NewLinkFormProps = { isPending: boolean; onCreate: (expiresAt: number | null) => void }

function NewLinkForm({ isPending, onCreate }: NewLinkFormProps) {
  const [end, setEnd] = useState<string>('30')
  const createLink = () => onCreate(end === 'never' ? null : Date.now() * 1_000 + Number(end) * DAY)
  return (
    <>
      <p className={styles.secondary}>
        Anyone with the link can view this trace and its data without signing in. You can revoke it
        at any time. Keys and passwords are removed.
      </p>
      <Group gap="xs">
        <Select
          size="xs"
          aria-label="Link expires after"
          w={150}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={Object.entries(EXPIRY_LABELS).map(([value, label]) => ({ value, label }))}
          value={end}
          onChange={(value) => setEnd(value ?? 'never')}
        />
        <Button size="xs" loading={isPending} onClick={createLink}>
          Create link
        </Button>
      </Group>
    </>
  )
}
