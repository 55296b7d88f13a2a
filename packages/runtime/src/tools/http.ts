import { htmlText } from './html-text.ts'

const MAX_PAGE_LENGTH = 20_000
const MAX_ANSWER_LENGTH = 50_000
const MAX_ERROR_LENGTH = 1_000
const READABLE = /^(text\/|application\/([\w.+-]*\+)?(json|xml|javascript|yaml|x-ndjson))/

/** Whether a media type is text that a model can read. */
export const isReadable = (mediaType: string): boolean => READABLE.test(mediaType)

/** Fetches a page as text. Every address is allowed: check it here if that matters to you. */
export async function readPage(url: string, signal?: AbortSignal) {
  const headers = { accept: 'text/html, application/json, text/*;q=0.9' }
  const response = await fetch(url, { headers, ...(signal && { signal }) })
  const { contentType, text: body } = await readText(response)
  return {
    status: response.status,
    contentType,
    body: body.slice(0, MAX_PAGE_LENGTH),
    ...(body.length > MAX_PAGE_LENGTH && { truncated: true }),
  }
}

async function readText(response: Response): Promise<{ contentType: string; text: string }> {
  const contentType = response.headers.get('content-type') ?? 'text/plain'
  if (!isReadable(contentType)) {
    await response.body?.cancel()
    throw new Error(`The answer is ${contentType}, which cannot be read as text`)
  }
  const text = await response.text()
  return { contentType, text: contentType.includes('html') ? htmlText(text) : text }
}

export type HttpRequest = {
  method: string
  url: string
  query?: Record<string, unknown>
  headers?: Record<string, unknown>
  json?: unknown
  form?: Record<string, unknown>
  signal?: AbortSignal | undefined
}

/** Sends a request. Returns parsed JSON, other text as it is, and null for no content; throws for an error status. */
export async function sendRequest({
  method,
  url,
  query = {},
  headers = {},
  json,
  form,
  signal,
}: HttpRequest): Promise<unknown> {
  const address = new URL(url)
  for (const [name, value] of present(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      address.searchParams.append(name, toString(item))
    }
  }
  const requestHeaders = new Headers({ accept: 'application/json, text/*;q=0.9, image/*;q=0.8' })
  for (const [name, value] of present(headers)) requestHeaders.set(name, toString(value))
  if (json !== undefined && !requestHeaders.has('content-type'))
    requestHeaders.set('content-type', 'application/json')
  const fields =
    form && new URLSearchParams(present(form).map(([name, value]) => [name, toString(value)]))
  const body = json === undefined ? fields : JSON.stringify(json)
  const response = await fetch(address, {
    method,
    headers: requestHeaders,
    ...(body && { body }),
    ...(signal && { signal }),
  })
  return readAnswer(response)
}

async function readAnswer(response: Response): Promise<unknown> {
  const { ok, status, statusText } = response
  if (status === 204 || status === 205) return null
  if (!ok) {
    const reason = (await response.text()).trim().slice(0, MAX_ERROR_LENGTH)
    throw new Error(`The answer is ${status} ${statusText}`.trim() + (reason && `: ${reason}`))
  }
  const { contentType, text } = await readText(response)
  if (text.trim() === '') return null
  if (text.length > MAX_ANSWER_LENGTH) {
    return { text: text.slice(0, MAX_ANSWER_LENGTH), truncated: true, length: text.length }
  }
  return /\bjson\b/.test(contentType) && !contentType.includes('ndjson') ? JSON.parse(text) : text
}

/** Returns the address of an API: the variable if it is set, otherwise the default. */
export function apiAddress(variable: string, standard: string): string {
  return (process.env[variable] || standard).replace(/\/+$/, '')
}

/** Returns a secret from the environment; throws if it is not set. */
export function apiSecret(variable: string): string {
  const value = process.env[variable]
  if (value) return value
  throw new Error(`A secret is missing: set ${variable}`)
}

/** Returns an argument as text; throws if it is missing. */
export function requiredArg(args: Record<string, unknown>, name: string): string {
  const value = args[name]
  if (value !== undefined && value !== null) return toString(value)
  throw new Error(`The argument \`${name}\` is needed here`)
}

/** Returns an argument as one segment of a path, which it cannot leave. */
export function pathSegment(args: Record<string, unknown>, name: string): string {
  const part = requiredArg(args, name)
  if (part !== '.' && part !== '..') return encodeURIComponent(part)
  throw new Error(`\`${part}\` cannot be a part of an address`)
}

/** Returns the arguments without the named ones. */
export function omitArgs(args: Record<string, unknown>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)))
}

const present = (values: Record<string, unknown>) =>
  Object.entries(values).filter(([, value]) => value !== undefined && value !== null)

const toString = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
