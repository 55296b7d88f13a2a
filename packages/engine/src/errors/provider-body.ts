/** What a provider says of its own error. */
export type ProviderComplaint = { message?: string; type?: string; code?: string; param?: string }

const LONGEST = 2_000

/** Reads the shapes in use: OpenAI's, a bare `error` text (Ollama), FastAPI's `detail` (vLLM), plain text. */
export function complaint(body: unknown): ProviderComplaint {
  if (typeof body === 'string') return ofText(body)
  if (!isRecord(body)) return {}
  const { error, detail, message } = body
  if (isRecord(error)) return ofFields(error)
  const said = [error, detail, message].find((value) => typeof value === 'string')
  if (typeof said === 'string') return { ...ofFields(body), message: said.slice(0, LONGEST) }
  return detail === undefined
    ? ofFields(body)
    : { message: JSON.stringify(detail).slice(0, LONGEST) }
}

function ofText(text: string): ProviderComplaint {
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) {
    try {
      return complaint(JSON.parse(trimmed))
    } catch {
      return { message: trimmed.slice(0, LONGEST) }
    }
  }
  const title = /<(title|h1)>([^<]*)<\/\1>/i.exec(trimmed)?.[2]
  const message = (title ?? trimmed).trim().slice(0, LONGEST)
  return message === '' ? {} : { message }
}

function ofFields(fields: Record<string, unknown>): ProviderComplaint {
  const found: ProviderComplaint = {}
  for (const key of ['message', 'type', 'code', 'param'] as const) {
    const value = fields[key]
    if (typeof value === 'string' || typeof value === 'number') {
      found[key] = String(value).slice(0, LONGEST)
    }
  }
  return found
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
