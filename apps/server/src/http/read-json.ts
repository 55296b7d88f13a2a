import { UNSAFE_KEY, unsafeKeys } from '@lathe/contract'
import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { invalidInput, invalidInputs, refusal } from './errors.ts'
import { isDeeperThan } from './json-depth.ts'
import { readBytes } from './read-bytes.ts'

type BodyLimits = Readonly<{
  requestBytes: number
  capsuleBytes: number
  requestJsonDepth: number
}>

/** Where whole recorded runs come in. */
const CAPSULES = new Set(['/api/capsules', '/rpc/capsules/import'])

const hasBody = (req: IncomingMessage) =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0

/** Reads a JSON body within the limits, counted before and after decompression, and leaves it in `req.body`. */
export function readJson(limits: BodyLimits): RequestHandler {
  return async (req, _res, next) => {
    if (hasBody(req)) {
      const isCapsule = CAPSULES.has(`${req.baseUrl}${req.path}`)
      const text = await readText(req, isCapsule ? limits.capsuleBytes : limits.requestBytes)
      const body = parse(text, limits)
      if (mayNameProto(text)) refuseUnsafeKeys(body, req.baseUrl === '/rpc')
      req.body = body
    }
    next()
  }
}

/** Letters may be written as escapes. */
const mayNameProto = (text: string) => text.includes('__proto__') || text.includes('\\u')

/** RPC wraps the input in `json`. */
function refuseUnsafeKeys(body: unknown, isRpc: boolean): void {
  const input: unknown = isRpc ? Reflect.get(Object(body), 'json') : body
  const issues = unsafeKeys(input).map((path) => ({ path: path.join('.'), message: UNSAFE_KEY }))
  if (issues.length > 0) throw invalidInputs(issues)
}

async function readText(req: IncomingMessage, limit: number): Promise<string> {
  const type = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send JSON with content-type: application/json')
  }
  return decode(await readBytes(req, { limit }))
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidInput('', 'the body is not UTF-8')
  }
}

function parse(text: string, limits: BodyLimits): unknown {
  if (isDeeperThan(text, limits.requestJsonDepth)) {
    throw invalidInput('', `nested deeper than ${limits.requestJsonDepth} levels`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidInput(
      '',
      `not valid JSON: ${error instanceof Error ? error.message : 'unreadable'}`,
    )
  }
}
