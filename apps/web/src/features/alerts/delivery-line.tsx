import type { AlertDelivery, AlertFiring } from '@lathe/contract'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { describeError } from '../../lib/describe-error.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { showToast } from '../../ui/undo-toast.tsx'
import { DeliveryState } from './delivery-state.tsx'
import styles from './alerts.module.css'

type DeliveryLineProps = { firing: AlertFiring; delivery: AlertDelivery; isMuted: boolean }

/** Whether the webhook was told of a beginning or an end; of what failed why, and a way to send it again. */
export function DeliveryLine({ firing, delivery, isMuted }: DeliveryLineProps) {
  const { event, status, error, nextAttemptAt } = delivery
  const queries = useQueryClient()
  const resend = useMutation(
    api.alerts.resend.mutationOptions({
      onError: (refusal) => showToast(describeError(refusal).message, 'error'),
      onSettled: () => queries.invalidateQueries({ queryKey: api.alerts.key() }),
    }),
  )
  return (
    <div className={styles.told}>
      {event === 'firing' ? 'fired' : 'over'}:{' '}
      <DeliveryState delivery={delivery} isMuted={isMuted} />{' '}
      {nextAttemptAt !== null && !isMuted && <RelativeTime at={nextAttemptAt} />}
      {status === 'failed' && (
        <Button
          variant="default"
          size="compact-xs"
          loading={resend.isPending}
          onClick={() => resend.mutate({ id: firing.alertId, firingId: firing.id, event })}
        >
          Send again
        </Button>
      )}
      {error !== null && <p className={styles.reason}>{error}</p>}
    </div>
  )
}
