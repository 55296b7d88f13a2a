/** What the server answered when it refused: read as errors of procedures are. */
class Refused extends Error {
  readonly code: unknown
  readonly data: unknown

  constructor({ message, code, data }: { message: string; code?: unknown; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

type SendOptions = { type?: string; signal?: AbortSignal }

/** Sends a file as it is, to what is no procedure of the contract. */
export async function sendFile<T>(
  path: string,
  file: Blob,
  { type = 'application/octet-stream', signal }: SendOptions = {},
): Promise<T> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': type },
    body: file,
    ...(signal && { signal }),
  })
  const body: unknown = await response.json()
  // The cast holds because these answers are checked by tests against their schemas.
  if (!response.ok) throw new Refused(body as ConstructorParameters<typeof Refused>[0])
  return body as T
}
