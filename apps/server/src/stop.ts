import type { Server } from 'node:http'
import type { Log, LogFile } from './platform/log.ts'

type Parts = {
  life: { isDraining: boolean }
  server: Server
  log: LogFile
  /** Lets runs reach a checkpoint. */
  drain: () => Promise<void>
  /** Closes the remaining resources, such as the database. */
  close: () => Promise<void>
}

/**
 * Ctrl+C signals the whole process group, and launchers forward it. Signals within this time count
 * as one.
 */
const REPEATED_MS = 1_000

/**
 * Stops new work, then runs at a checkpoint, connections and the database. A second signal exits at
 * once.
 */
export function stopOnSignals({ life, server, log, drain, close }: Parts): void {
  let requestedAt = 0
  const stop = async (signal: NodeJS.Signals) => {
    if (life.isDraining) {
      if (performance.now() - requestedAt > REPEATED_MS) process.exit(1)
      return
    }
    requestedAt = performance.now()
    life.isDraining = true
    log.info({ signal }, 'stopping')
    try {
      // The server still listens: clients can follow their runs to the checkpoint, and the health
      // check returns 503.
      await drain()
      server.close()
      server.closeAllConnections()
      await close()
      log.info('stopped')
    } catch (error) {
      log.error({ err: error }, 'stopping failed')
      process.exitCode = 1
    }
    log.close()
    process.exit()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, (name) => void stop(name))
}

/** An unhandled rejection is a bug, but should not end all runs. An uncaught exception does. */
export function logCrashes(log: Log & Pick<LogFile, 'close'>): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'crashed')
    log.close()
    console.error(error)
    process.exit(1)
  })
}
