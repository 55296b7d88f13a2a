export const REQUEST_FILE = 'tools/request.ts'

export const requestSource = `import { readText } from './http.ts'

const LONGEST_TEXT = 50_000
const LONGEST_COMPLAINT = 1_000

type Call = {
  method: string
  url: string
  query?: Record<string, unknown>
  headers?: Record<string, unknown>
  json?: unknown
  form?: Record<string, unknown>
  signal?: AbortSignal | undefined
}

/** JSON as what it says, any other text as it is; null for an empty one. Refusals are thrown. */
export async function send({ method, url, query = {}, headers = {}, json, form, signal }: Call): Promise<unknown> {
  const address = new URL(url)
  for (const [name, value] of given(query)) {
    for (const one of Array.isArray(value) ? value : [value]) address.searchParams.append(name, text(one))
  }
  const sent = new Headers({ accept: 'application/json, text/*;q=0.9, image/*;q=0.8' })
  for (const [name, value] of given(headers)) sent.set(name, text(value))
  if (json !== undefined && !sent.has('content-type')) sent.set('content-type', 'application/json')
  const fields = form && new URLSearchParams(given(form).map(([name, value]) => [name, text(value)]))
  const body = json === undefined ? fields : JSON.stringify(json)
  const response = await fetch(address, { method, headers: sent, ...(body && { body }), ...(signal && { signal }) })
  return answerOf(response)
}

async function answerOf(response: Response): Promise<unknown> {
  const { ok, status, statusText } = response
  if (status === 204 || status === 205) return null
  if (!ok) {
    const said = (await response.text()).trim().slice(0, LONGEST_COMPLAINT)
    throw new Error(\`The answer is \${status} \${statusText}\`.trim() + (said && \`: \${said}\`))
  }
  const { contentType, text } = await readText(response)
  if (text.trim() === '') return null
  if (text.length > LONGEST_TEXT) {
    return { text: text.slice(0, LONGEST_TEXT), truncated: true, length: text.length }
  }
  return /\\bjson\\b/.test(contentType) && !contentType.includes('ndjson') ? JSON.parse(text) : text
}

/** Where an API is, which the environment may say otherwise. */
export function address(variable: string, standard: string): string {
  return (process.env[variable] || standard).replace(/\\/+$/, '')
}

export function secret(variable: string): string {
  const value = process.env[variable]
  if (value) return value
  throw new Error(\`A secret is missing: set \${variable}\`)
}

/** An argument as text, which has to be there. */
export function needed(args: Record<string, unknown>, name: string): string {
  const value = args[name]
  if (value !== undefined && value !== null) return text(value)
  throw new Error(\`The argument \\\`\${name}\\\` is needed here\`)
}

/** An argument that stays within its part of a path. */
export function segment(args: Record<string, unknown>, name: string): string {
  const part = needed(args, name)
  if (part !== '.' && part !== '..') return encodeURIComponent(part)
  throw new Error(\`\\\`\${part}\\\` cannot be a part of an address\`)
}

export function without(args: Record<string, unknown>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)))
}

const given = (values: Record<string, unknown>) =>
  Object.entries(values).filter(([, value]) => value !== undefined && value !== null)

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
`
