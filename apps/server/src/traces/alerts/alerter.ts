import type { Log } from '../../platform/log.ts'
import { createLoop } from '../../platform/jobs/loop.ts'
import { now } from '../../platform/time.ts'
import { claimAlerts, lapseLooks, nextLook } from './alerts.store.ts'
import { deliver, type Means, SEND_LEASE } from './deliver.ts'
import { claimDelivery, lapseDeliveries, nextDelivery } from './deliveries.store.ts'
import { look } from './look.ts'

export type AlerterOptions = Means & {
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

const LOOKED_AT_ONCE = 8
/** Concurrent deliveries, so that a slow receiver delays only a few others. */
const SENT_AT_ONCE = 4
const LOOK_LEASE = 60_000_000
/** Another process may have queued work that it does not do itself. */
const LONGEST_REST_MS = 30_000
const SHORTEST_REST_MS = 500

const restUntil = (due: number | null): number =>
  due === null
    ? LONGEST_REST_MS
    : Math.min(LONGEST_REST_MS, Math.max(SHORTEST_REST_MS, (due - now()) / 1_000))

/** Checked on a read connection before claiming, because most rounds find nothing. */
const isPast = (due: number | null): boolean => due !== null && due <= now()

/**
 * Creates the job that evaluates due alerts and sends deliveries. If its process dies, another
 * takes over.
 */
export function createAlerter(options: AlerterOptions): Alerter {
  const { db, log } = options
  const sendDue = async (signal: AbortSignal) => {
    while (!signal.aborted && isPast(await nextDelivery(db))) {
      const at = now()
      const delivery = await claimDelivery(db, { at, leaseUntil: at + SEND_LEASE })
      if (!delivery) return
      await deliver(options, delivery, signal)
    }
  }
  const sending = createLoop({
    name: 'sending alert notifications failed',
    log,
    round: async (signal) => {
      await Promise.all(Array.from({ length: SENT_AT_ONCE }, () => sendDue(signal)))
      return restUntil(await nextDelivery(db))
    },
  })
  const looking = createLoop({
    name: 'evaluating alerts failed',
    log,
    round: async (signal) => {
      while (!signal.aborted && isPast(await nextLook(db))) {
        const at = now()
        const alerts = await claimAlerts(db, {
          at,
          leaseUntil: at + LOOK_LEASE,
          limit: LOOKED_AT_ONCE,
        })
        if (alerts.length === 0) break
        for (const alert of alerts)
          // A failing alert does not affect others. It is retried after its lease.
          await look(options, alert, at).catch((error: unknown) =>
            log.error({ err: error, alert: alert.id }, 'an alert could not be evaluated'),
          )
        sending.wake()
      }
      return restUntil(await nextLook(db))
    },
  })
  return {
    wake: () => {
      looking.wake()
      sending.wake()
    },
    start: async () => {
      if (db.engine === 'sqlite')
        await Promise.all([lapseLooks(db, now()), lapseDeliveries(db, now())])
      looking.start()
      sending.start()
    },
    drain: async () => {
      await Promise.all([looking.drain(), sending.drain()])
    },
  }
}
