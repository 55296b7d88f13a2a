import type { Request, Response } from 'express'
import { badRequest } from '../errors.ts'
import { derivedId, createFingerprint } from '../fingerprint.ts'
import type { Provider } from '../provider.ts'
import { readSettings, type SettingsLayer } from '../settings.ts'
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

/** Parses a multipart body that was read as bytes. */
export async function readForm(req: Request): Promise<FormData> {
  const bytes: unknown = req.body
  if (!(bytes instanceof Uint8Array)) throw badRequest('Send the file as form data.', 'file')
  const headers = { 'content-type': req.get('content-type') ?? '' }
  try {
    return await new Response(Uint8Array.from(bytes), { headers }).formData()
  } catch {
    throw badRequest('The form data could not be read.', 'file')
  }
}
