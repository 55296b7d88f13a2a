import { mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'isLevelEnabled'>

export type LogFile = Log & {
  /** From now on this text never reaches the log. */
  hide: (secret: string) => void
  close: () => void
}

const ROTATE_BYTES = 16 * 1024 * 1024

/** Kept for when the disk has room again. */
const UNWRITTEN_BYTES = 1024 * 1024

const REDACTED = ['authorization', 'cookie', 'key', 'apiKey', 'token', 'password', 'secret']

/** JSON lines; known secrets are cut out wherever they stand, even inside another error's message. */
export function openLog({ log, home }: Pick<Config, 'log' | 'home'>): LogFile {
  const dest = log.to === 'stderr' ? 2 : logFile(home)
  // Flushing what a full disk refused never returns, so nothing is left to be flushed.
  const sink = destination({ dest, sync: true, maxLength: UNWRITTEN_BYTES })
  // Lines may be lost on a full disk, but no run for their sake.
  sink.on('error', () => {})
  return createLog(log.level, sink, () => sink.destroy())
}

export function createLog(level: string, sink: DestinationStream, close = () => {}): LogFile {
  const secrets = new Set<string>()
  const clean: DestinationStream = {
    write: (line) => {
      let text = line
      for (const secret of secrets) text = text.replaceAll(secret, '[secret]')
      sink.write(text)
    },
  }
  const logger = pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      redact: REDACTED.flatMap((key) => [key, `*.${key}`]),
    },
    clean,
  )
  return Object.assign(logger, {
    hide: (secret: string) => {
      if (secret.length < 8) return
      secrets.add(secret).add(JSON.stringify(secret).slice(1, -1))
    },
    close,
  })
}

function logFile(home: string): string {
  const folder = join(home, 'log')
  const file = join(folder, 'server.jsonl')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > ROTATE_BYTES) renameSync(file, join(folder, 'server.1.jsonl'))
  return file
}
