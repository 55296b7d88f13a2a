/** A rejected upload, shaped like a procedure error. */
class UploadError extends Error {
  readonly code: unknown
  readonly data: unknown

  constructor({ message, code, data }: { message: string; code?: unknown; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Number of rows checked or imported so far. */
export type Progress = { checked: number } | { rows: number }

type SendOptions = {
  type?: string
  signal?: AbortSignal
  /** Called with the upload's progress. */
  onProgress?: (progress: Progress) => void
}

const NDJSON = 'application/x-ndjson'

/** Sends a file to an endpoint that is not part of the contract. */
export async function sendFile<T>(
  path: string,
  file: Blob,
  { type = 'application/octet-stream', signal, onProgress }: SendOptions = {},
): Promise<T> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': type, ...(onProgress && { accept: NDJSON }) },
    body: file,
    ...(signal && { signal }),
  })
  if (onProgress && response.body && response.headers.get('content-type')?.startsWith(NDJSON))
    return await readReport<T>(response.body, onProgress)
  const body: unknown = await response.json()
  // The cast holds: tests check these responses against their schemas.
  if (!response.ok) throw new UploadError(body as ConstructorParameters<typeof UploadError>[0])
  return body as T
}

type ProgressLine<T> =
  | Progress
  | { report: T }
  | { error: ConstructorParameters<typeof UploadError>[0] }

async function readReport<T>(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onProgress: (progress: Progress) => void,
): Promise<T> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) throw new Error('The connection was lost before the upload finished')
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) {
      const line = JSON.parse(text) as ProgressLine<T>
      if ('error' in line) throw new UploadError(line.error)
      if ('report' in line) return line.report
      onProgress(line)
    }
  }
}
