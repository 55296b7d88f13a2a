import type { Forwarding } from '@lathe/contract'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { formatExactCount, formatConfiguredDuration, plural } from '../../../lib/format/format.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import { showUndoToast } from '../../../ui/feedback/undo-toast.tsx'
import styles from '../settings-page.module.css'

type ForwardingStatusProps = {
  status: Forwarding['status']
  /** Queued traces are not retried while forwarding is off or has no destination. */
  isSending: boolean
}

export function ForwardingStatus({ status, isSending }: ForwardingStatusProps) {
  const { waiting, sentTraces, sentSpans, lastSentAt, dropped, lastError, lastErrorAt } = status
  return (
    <>
      <dl className={styles.facts} aria-label="Forwarding status">
        <div className={styles.fact}>
          <dt>Sent</dt>
          <dd>
            {plural(sentTraces, 'trace')}, {plural(sentSpans, 'span')}
            {lastSentAt !== null && (
              <>
                {' · '}
                <RelativeTime time={lastSentAt} />
              </>
            )}
          </dd>
        </div>
        <div className={styles.fact}>
          <dt>Waiting</dt>
          <dd>
            {formatExactCount(waiting)}
            {status.oldestAt !== null && (
              <>
                {', the oldest queued '}
                <RelativeTime time={status.oldestAt} />
              </>
            )}
          </dd>
        </div>
        {dropped > 0 && (
          <div className={styles.fact}>
            <dt>Failed</dt>
            <dd>{plural(dropped, 'trace')}</dd>
          </div>
        )}
      </dl>
      {lastError !== null && (
        <p className={styles.obstacle}>
          {/* A countdown in the live region would be read aloud every second. */}
          <span role="alert">{lastError}</span>
          <span className={styles.hint}>
            {lastErrorAt !== null && (
              <>
                {' · '}
                <RelativeTime time={lastErrorAt} />
              </>
            )}
            {status.nextAttemptAt !== null && (
              <>
                {' · '}
                <NextAttempt at={status.nextAttemptAt} />
              </>
            )}
          </span>
        </p>
      )}
      {waiting > 0 && <OutboxActions waiting={waiting} isSending={isSending} />}
    </>
  )
}

/** An attempt that is due has started or is about to. */
function NextAttempt({ at }: { at: number }) {
  const now = useNow()
  const seconds = Math.ceil((at / 1_000 - now.getTime()) / 1_000)
  if (seconds <= 0) return 'retrying'
  return `next attempt in ${formatConfiguredDuration(seconds * 1_000)}`
}

function OutboxActions({ waiting, isSending }: { waiting: number; isSending: boolean }) {
  const queryClient = useQueryClient()
  const onSuccess = (saved: Forwarding) =>
    queryClient.setQueryData(api.forwarding.get.queryKey({ input: {} }), saved)
  const retry = useMutation(api.forwarding.retry.mutationOptions({ onSuccess }))
  const discard = useMutation(api.forwarding.discard.mutationOptions({ onSuccess }))
  const [isLeaving, setIsLeaving] = useState(false)
  const discardLater = () => {
    setIsLeaving(true)
    showUndoToast({
      message: `${plural(waiting, 'trace')} will not be sent`,
      onUndo: () => setIsLeaving(false),
      onExpire: () => discard.mutate({}, { onSettled: () => setIsLeaving(false) }),
    })
  }
  return (
    <div className={styles.actions}>
      {isSending && (
        <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate({})}>
          Retry now
        </Button>
      )}
      <Button variant="default" loading={isLeaving} onClick={discardLater}>
        Discard queue
      </Button>
    </div>
  )
}
