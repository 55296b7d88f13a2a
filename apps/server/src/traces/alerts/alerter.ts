import type { Log } from '../../platform/log.ts'
import { createLoop } from '../../platform/jobs/loop.ts'
import { now } from '../../platform/time.ts'
import { claimAlerts, endEvaluationLeases, nextEvaluation } from './alerts.store.ts'
import { deliver, type DeliveryContext, SEND_LEASE } from './deliver.ts'
import { claimDelivery, endDeliveryLeases, nextDelivery } from './deliveries.store.ts'
import { evaluateAlert } from './evaluate-alert.ts'

export type AlerterOptions = DeliveryContext & {
  log: Pick<Log, 'error'>
  /** The public address of this server. */
  url: () => string
}

export type Alerter = {
  /** Called after an alert was added or changed, or a delivery was queued. */
  wake: () => void
  start: () => Promise<void>
  drain: () => Promise<void>
}

const EVALUATION_BATCH_SIZE = 8
/** Concurrent deliveries, so that a slow receiver delays only a few others. */
const CONCURRENT_DELIVERIES = 4
const EVALUATION_LEASE = 60_000_000
/** Another process may have queued work that it does not do itself. */
const MAX_IDLE_MS = 30_000
const MIN_IDLE_MS = 500

const idleMsUntil = (due: number | null): number =>
  due === null ? MAX_IDLE_MS : Math.min(MAX_IDLE_MS, Math.max(MIN_IDLE_MS, (due - now()) / 1_000))

/** Checked on a read connection before claiming, because most rounds find nothing. */
const isDue = (due: number | null): boolean => due !== null && due <= now()

/**
 * Creates the job that evaluates due alerts and sends deliveries. If its process dies, another
 * takes over.
 */
export function createAlerter(options: AlerterOptions): Alerter {
  const { db, log } = options
  const sendDue = async (signal: AbortSignal) => {
    while (!signal.aborted && isDue(await nextDelivery(db))) {
      const time = now()
      const delivery = await claimDelivery(db, { time, leaseUntil: time + SEND_LEASE })
      if (!delivery) return
      await deliver(options, delivery, signal)
    }
  }
  const deliveryLoop = createLoop({
    name: 'sending alert notifications failed',
    log,
    round: async (signal) => {
      await Promise.all(Array.from({ length: CONCURRENT_DELIVERIES }, () => sendDue(signal)))
      return idleMsUntil(await nextDelivery(db))
    },
  })
  const evaluationLoop = createLoop({
    name: 'evaluating alerts failed',
    log,
    round: async (signal) => {
      while (!signal.aborted && isDue(await nextEvaluation(db))) {
        const time = now()
        const alerts = await claimAlerts(db, {
          time,
          leaseUntil: time + EVALUATION_LEASE,
          limit: EVALUATION_BATCH_SIZE,
        })
        if (alerts.length === 0) break
        for (const alert of alerts)
          // A failing alert does not affect others. It is retried after its lease.
          await evaluateAlert(options, alert, time).catch((error: unknown) =>
            log.error({ err: error, alert: alert.id }, 'an alert could not be evaluated'),
          )
        deliveryLoop.wake()
      }
      return idleMsUntil(await nextEvaluation(db))
    },
  })
  return {
    wake: () => {
      evaluationLoop.wake()
      deliveryLoop.wake()
    },
    start: async () => {
      if (db.engine === 'sqlite')
        await Promise.all([endEvaluationLeases(db, now()), endDeliveryLeases(db, now())])
      evaluationLoop.start()
      deliveryLoop.start()
    },
    drain: async () => {
      await Promise.all([evaluationLoop.drain(), deliveryLoop.drain()])
    },
  }
}
