import type { AlertDelivery } from '@lathe/contract'
import styles from './alerts.module.css'

/** Whether the webhook has it, and what it said if not. */
export function DeliveryState({ delivery }: { delivery: AlertDelivery }) {
  const { status, attempts, error } = delivery
  const words = {
    sent: 'sent',
    failed: 'not delivered',
    waiting: attempts === 0 ? 'on its way' : 'is tried again',
  }
  return (
    <span className={status === 'sent' ? styles.muted : styles.failed} title={error ?? undefined}>
      {words[status]}
    </span>
  )
}
