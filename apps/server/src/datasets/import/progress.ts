import { ORPCError } from '@orpc/server'
import type { Request, Response } from 'express'
import { toDeclared, withRequestId } from '../../platform/http/errors.ts'
import { requestIdOf } from '../../platform/http/request-id.ts'
import type { Log } from '../../platform/log.ts'

/** How many rows of a file were looked at, or were taken. */
export type Progress = { checked: number } | { rows: number }

const LINES = 'application/x-ndjson'

/**
 * Tells whoever asks for lines of JSON how far an import is: `{"checked": 2000}` rows it has looked at and then
 * `{"rows": 2000}` it has taken, and last `{"report": …}` or `{"error": …}`. What is refused before the first of
 * them is answered as to all others.
 */
export function progressOf(req: Request, res: Response, log: Log) {
  const isAsked = req.headers.accept === LINES
  const write = (line: object) => res.write(`${JSON.stringify(line)}\n`)
  return {
    tell: (progress: Progress): void => {
      if (!isAsked || res.destroyed) return
      if (!res.headersSent) res.setHeader('content-type', LINES)
      write(progress)
    },
    end: (report: object): void => {
      if (!res.headersSent) res.json(report)
      else {
        write({ report })
        res.end()
      }
    },
    /** Throws where it can still be answered as usual. */
    fail: (error: unknown): void => {
      if (!res.headersSent) throw error
      const requestId = requestIdOf(res)
      const declared = withRequestId(toDeclared(error, log, requestId), requestId)
      write({ error: declared instanceof ORPCError ? declared.toJSON() : {} })
      res.end()
    },
  }
}
