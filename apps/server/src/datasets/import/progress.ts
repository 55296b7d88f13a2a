import { ORPCError } from '@orpc/server'
import type { Request, Response } from 'express'
import { toDeclared, withRequestId } from '../../platform/http/errors.ts'
import { getRequestId } from '../../platform/http/request-id.ts'
import type { Log } from '../../platform/log.ts'

/** Number of rows checked, or imported. */
export type Progress = { checked: number } | { rows: number }

const LINES = 'application/x-ndjson'

/**
 * Streams progress as JSON Lines if the client accepts them: `{"checked": 2000}`, `{"rows": 2000}`,
 * and finally `{"report": …}` or `{"error": …}`. Errors before the first line are ordinary
 * responses.
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
    /** Throws while an ordinary response is still possible. */
    fail: (error: unknown): void => {
      if (!res.headersSent) throw error
      const requestId = getRequestId(res)
      const declared = withRequestId(toDeclared(error, log, requestId), requestId)
      write({ error: declared instanceof ORPCError ? declared.toJSON() : {} })
      res.end()
    },
  }
}
