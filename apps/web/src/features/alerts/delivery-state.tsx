import type { AlertDelivery } from '@lathe/contract'
import styles from './alerts.module.css'

type DeliveryStateProps = { delivery: AlertDelivery; isMuted: boolean }

/** Whether the webhook has received a message, and its error if not. */
export function DeliveryState({ delivery, isMuted }: DeliveryStateProps) {
  const { status, attempts, error } = delivery
  const words = {
    sent: 'sent',
    failed: 'not delivered',
    waiting: isMuted ? 'held while muted' : attempts === 0 ? 'on its way' : 'is tried again',
  }
  const isQuiet = status === 'sent' || (status === 'waiting' && isMuted)
  return (
    <span className={isQuiet ? styles.muted : styles.failed} title={error ?? undefined}>
      {words[status]}
    </span>
  )
}
