import { mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino'
import type { Config } from './config/config.ts'
import { redactJsonText } from './crypto/secret-rules.ts'

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
  const { write, close } = log.to === 'stderr' ? sinkTo(2) : rotating(join(home, 'log'))
  return createLog(log.level, { write }, close)
}

function sinkTo(dest: string | number) {
  // Flushing what a full disk refused never returns, so nothing is left to be flushed.
  const sink = destination({ dest, sync: true, maxLength: UNWRITTEN_BYTES })
  // Lines may be lost on a full disk, but no run for their sake.
  sink.on('error', () => {})
  return {
    write: (line: string) => void sink.write(line),
    reopen: () => sink.reopen(),
    close: () => sink.destroy(),
  }
}

/** The file, and the one before it. */
function rotating(folder: string) {
  const file = join(folder, 'server.jsonl')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const { write, reopen, close } = sinkTo(file)
  return {
    write: (line: string) => {
      if (bytes > ROTATE_BYTES) {
        bytes = 0
        moveAway(file, join(folder, 'server.1.jsonl'))
        reopen()
      }
      bytes += Buffer.byteLength(line)
      write(line)
    },
    close,
  }
}

/** Or leaves it where it is: somebody may have removed it, or have it open where that is not allowed. */
function moveAway(file: string, to: string) {
  try {
    renameSync(file, to)
  } catch {
    // It grows on until the next time.
  }
}

export function createLog(level: string, sink: DestinationStream, close = () => {}): LogFile {
  const secrets = new Set<string>()
  const clean: DestinationStream = {
    write: (line) => {
      let text = line
      for (const secret of secrets) text = text.replaceAll(secret, '[secret]')
      sink.write(`${redactJsonText(text.trimEnd())}\n`)
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
