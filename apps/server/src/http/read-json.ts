import { UNSAFE_KEY, unsafeKeys } from '@lathe/contract'
import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'
import type { RequestHandler } from 'express'
import { invalidInput, invalidInputs, payloadTooLarge, refusal } from './errors.ts'
import { isDeeperThan } from './json-depth.ts'

type BodyLimits = Readonly<{ requestBytes: number; requestJsonDepth: number }>

const decompressors: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

const hasBody = (req: IncomingMessage) =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0

/** Reads a JSON body within the limits, counted before and after decompression, and leaves it in `req.body`. */
export function readJson(limits: BodyLimits): RequestHandler {
  return async (req, _res, next) => {
    if (hasBody(req)) {
      const text = await readText(req, limits.requestBytes)
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
  if (Number(req.headers['content-length'] ?? 0) > limit) throw payloadTooLarge(limit)

  const encoding = req.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  const chunks: Buffer[] = []
  const collect = async (source: AsyncIterable<Buffer>) => {
    let size = 0
    for await (const chunk of source) {
      size += chunk.length
      if (size > limit) throw payloadTooLarge(limit)
      chunks.push(chunk)
    }
  }
  if (encoding === 'identity') {
    await collect(req)
  } else {
    const decompress = decompressors[encoding]
    if (decompress === undefined) {
      throw refusal(415, 'UNSUPPORTED_MEDIA_TYPE', `content-encoding ${encoding} is not understood`)
    }
    await pipeline(req, decompress(), collect).catch(explainBrokenBody)
  }
  return decode(Buffer.concat(chunks))
}

/** zlib's own codes say that the body is not what its encoding promises; anything else is passed on. */
function explainBrokenBody(error: NodeJS.ErrnoException): never {
  if (/^(Z_|ERR_(BROTLI|ZSTD|_ERR)|ZSTD_|ERR__ERROR)/.test(error.code ?? '')) {
    throw invalidInput('', 'the body is not what its content-encoding says')
  }
  throw error
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
