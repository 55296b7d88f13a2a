import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/db.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import type { Log } from '../../platform/log.ts'
import { createLoop } from '../../platform/jobs/loop.ts'
import { now } from '../../platform/time.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import { listWorkspacesWithDue, makeDue } from './outbox.store.ts'
import { sendDue } from './send-due.ts'
import { changeForwarding, findForwarding } from './settings.store.ts'

export type ForwarderOptions = {
  db: Db
  vault: Vault
  log: Pick<Log, 'error' | 'warn'>
  config: Pick<Config, 'langsmith' | 'allowHosts'>
  /** This server's address, to which nothing is forwarded. */
  url: () => string
}

export type Forwarder = {
  /** Checks the outbox at once. */
  wake: () => void
  start: () => Promise<void>
  /** Unsent traces stay in the outbox for the next process. */
  drain: () => Promise<void>
}

const POLL_MS = 2_000

/** Creates the job that sends the outbox. */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const { db, log, config } = options
  const loop = createLoop({
    name: 'forwarding',
    log,
    round: async (signal) => {
      for (const workspaceId of await listWorkspacesWithDue(db, now()))
        await sendDue(options, workspaceId, signal)
      return POLL_MS
    },
  })
  return {
    wake: loop.wake,
    start: async () => {
      const envOn = config.langsmith ? 1 : 0
      const settings = await findForwarding(db, DEFAULT_WORKSPACE)
      if (settings.env_on !== envOn)
        await changeForwarding(db, DEFAULT_WORKSPACE, { env_on: envOn })
      // No other process has this database open, so all leases are stale.
      if (db.engine === 'sqlite') await makeDue(db, now())
      loop.start()
    },
    drain: loop.drain,
  }
}
