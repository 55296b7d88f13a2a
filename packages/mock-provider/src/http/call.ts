import type { Request, Response } from 'express'
import { derivedId, fingerprintOf } from '../fingerprint.ts'
import type { Hold } from '../hold.ts'
import type { Provider } from '../provider.ts'
import type { Settings } from '../settings.ts'
import { readSettings } from '../settings.ts'

/** One request on its way to an answer. */
export type Call = {
  res: Response
  body: unknown
  fingerprint: string
  key: string
  header: Settings
  scriptName: string | undefined
  hold: Hold | undefined
  /** Aborted when the client leaves before the answer is whole. */
  signal: AbortSignal
}

/** What is asked, however it is to be answered. */
export type AskedChat = Pick<Call, 'body' | 'fingerprint' | 'key' | 'header' | 'scriptName'>

export function openCall(
  { holds }: Provider,
  req: Request,
  res: Response,
  body: unknown = req.body,
): Call {
  const fingerprint = fingerprintOf(`${req.method} ${req.path}`, body)
  res.setHeader('x-request-id', derivedId('req_', fingerprint))
  return {
    res,
    body,
    fingerprint,
    key: bearerOf(req) ?? '',
    header: readSettings(req.headers),
    scriptName: req.get('x-demo-script'),
    hold: holds.of(body),
    signal: leavingSignal(res),
  }
}

export function bearerOf(req: Request): string | undefined {
  return /^Bearer\s+(.+)$/i.exec(req.get('authorization') ?? '')?.[1]
}

function leavingSignal(res: Response): AbortSignal {
  const controller = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) controller.abort()
  })
  return controller.signal
}
