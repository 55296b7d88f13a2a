import type { Request, RequestHandler, Response } from 'express'
import * as z from 'zod'
import type { AppContext, Context } from '../api/context.ts'
import { invalidInputs, refusal } from '../platform/http/errors.ts'
import { describeIssues } from '../platform/http/issues.ts'
import { createContext } from '../api/mount-contract.ts'
import { getRequestId } from '../platform/http/request-id.ts'

/** One request of an integration. */
export type Call = { context: Context; req: Request; res: Response }

/**
 * Responds with the result of the handler, or 204 without one. A handler may also respond itself.
 */
export const createAnswer =
  (app: AppContext) =>
  (handle: (call: Call) => Promise<unknown>): RequestHandler =>
  async (req, res) => {
    const context = createContext(app, getRequestId(res), 'api')
    const reply = await handle({ context, req, res })
    if (res.headersSent) return
    if (reply === undefined) res.status(204).end()
    else res.json(reply)
  }

export type Answer = ReturnType<typeof createAnswer>

/** Shared, because every response ends with it and a new one would capture a stack trace. */
const DISCONNECTED = new DOMException('The client disconnected', 'AbortError')

/** Aborts when the client disconnects. */
export function disconnectSignal(res: Response): AbortSignal {
  const controller = new AbortController()
  res.on('close', () => controller.abort(DISCONNECTED))
  return controller.signal
}

export function parseBody<T extends z.ZodType>({ req }: Call, schema: T): z.infer<T> {
  const body: unknown = req.body ?? {}
  return check(schema, body)
}

export const parseQuery = <T extends z.ZodType>({ req }: Call, schema: T): z.infer<T> =>
  check(schema, req.query)

function check<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalidInputs(describeIssues(parsed.error.issues))
  return parsed.data
}

export function idParam({ req }: Call, name: string): string {
  const parsed = z.uuid().safeParse(req.params[name])
  if (!parsed.success) throw invalidInputs([{ path: name, message: 'is not a UUID' }])
  return parsed.data
}

export const textParam = ({ req }: Call, name: string): string => {
  const value = req.params[name]
  return typeof value === 'string' ? value : ''
}

/** Unsupported features of an imitated API. 422, because clients retry many other statuses. */
export const notSupported = (feature: string, alternative: string) =>
  refusal(422, 'NOT_IMPLEMENTED', `${feature} is not supported by Lathe. ${alternative}`)
