import type { Server } from 'node:http'
import type { Log, LogFile } from './platform/log.ts'

type Parts = {
  life: { isDraining: boolean }
  server: Server
  log: LogFile
  /** Lets runs reach a checkpoint. */
  drain: () => Promise<void>
  /** Closes what everything else stands on. */
  close: () => Promise<void>
}

/** Ctrl+C reaches the terminal's whole group, and launchers pass it on: for so long it is one signal. */
const REPEATED_MS = 1_000

/** Stops in order: no new work, runs to a checkpoint, connections, store. A second signal does not wait. */
export function stopOnSignals({ life, server, log, drain, close }: Parts): void {
  let askedAt = 0
  const stop = async (signal: NodeJS.Signals) => {
    if (life.isDraining) {
      if (performance.now() - askedAt > REPEATED_MS) process.exit(1)
      return
    }
    askedAt = performance.now()
    life.isDraining = true
    log.info({ signal }, 'stopping')
    try {
      // Still listening: readers follow their runs to the checkpoint, and the health check says 503.
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

/** A rejection nobody waited for is a bug, but no reason to end everybody's runs; a thrown error is. */
export function logCrashes(log: Log & Pick<LogFile, 'close'>): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'crashed')
    log.close()
    console.error(error)
    process.exit(1)
  })
}
