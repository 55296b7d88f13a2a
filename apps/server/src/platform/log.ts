import { mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino'
import type { Config } from './config/config.ts'
import { redactJsonText } from './crypto/secret-rules.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'isLevelEnabled'>

export type LogFile = Log & {
  /** Redacts this text from all later lines. */
  hideSecret: (secret: string) => void
  close: () => void
}

const ROTATE_BYTES = 16 * 1024 * 1024

/** Bytes to buffer until the disk has space. */
const UNWRITTEN_BYTES = 1024 * 1024

const REDACTED = ['authorization', 'cookie', 'key', 'apiKey', 'token', 'password', 'secret']

/** Writes JSON lines. Known secrets are redacted everywhere, even in error messages. */
export function openLog({ log, home }: Pick<Config, 'log' | 'home'>): LogFile {
  const { write, close } =
    log.to === 'stderr' ? createSink(2) : createRotatingFile(join(home, 'log'))
  return createLog(log.level, { write }, close)
}

function createSink(dest: string | number) {
  // Flushing to a full disk never returns, so keep nothing to flush.
  const sink = destination({ dest, sync: true, maxLength: UNWRITTEN_BYTES })
  // A full disk may lose log lines but must not fail a run.
  sink.on('error', () => {})
  return {
    write: (line: string) => void sink.write(line),
    reopen: () => sink.reopen(),
    close: () => sink.destroy(),
  }
}

/** Keeps the current and the previous file. */
function createRotatingFile(folder: string) {
  const file = join(folder, 'server.jsonl')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const { write, reopen, close } = createSink(file)
  return {
    write: (line: string) => {
      if (bytes > ROTATE_BYTES) {
        bytes = 0
        rotateFile(file, join(folder, 'server.1.jsonl'))
        reopen()
      }
      bytes += Buffer.byteLength(line)
      write(line)
    },
    close,
  }
}

/**
 * Leaves the file if it cannot be renamed: it may have been removed, or be open on a system that
 * locks open files.
 */
function rotateFile(file: string, to: string) {
  try {
    renameSync(file, to)
  } catch {
    // The file keeps growing until the next attempt.
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
    hideSecret: (secret: string) => {
      if (secret.length < 8) return
      secrets.add(secret).add(JSON.stringify(secret).slice(1, -1))
    },
    close,
  })
}
