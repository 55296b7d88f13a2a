import type { Request, Response } from 'express'
import { derivedId, createFingerprint } from '../fingerprint.ts'
import type { Provider } from '../provider.ts'
import type { SettingsLayer } from '../settings.ts'
import { readSettings } from '../settings.ts'
import type { Hold } from './holds.ts'

/** A request without its connection: also a line of a batch. */
export type ModelRequest = {
  body: unknown
  fingerprint: string
  key: string
  header: SettingsLayer
  scriptName: string | undefined
}

/** A request and the connection to answer it on. */
export type Call = ModelRequest & {
  res: Response
  hold: Hold | undefined
  /** Aborted when the client disconnects before the end of the answer. */
  signal: AbortSignal
}

export function openCall({ holds }: Provider, req: Request, res: Response, body = req.body): Call {
  const fingerprint = createFingerprint(`${req.method} ${req.path}`, body)
  res.setHeader('x-request-id', derivedId('req_', fingerprint))
  const controller = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) controller.abort()
  })
  return {
    ...requestHead(req),
    res,
    body,
    fingerprint,
    hold: holds.find(body),
    signal: controller.signal,
  }
}

export const requestHead = (req: Request): Omit<ModelRequest, 'body' | 'fingerprint'> => ({
  key: bearerToken(req) ?? '',
  header: readSettings(req.headers),
  scriptName: req.get('x-demo-script'),
})

export const bearerToken = (req: Request): string | undefined =>
  /^Bearer\s+(.+)$/i.exec(req.get('authorization') ?? '')?.[1]
